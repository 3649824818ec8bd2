/** Completion scripts: words that may follow each command, as a table the shell looks up. */
import type { Command } from "@commander-js/extra-typings";

interface Entry {
  /** "scrape pydoc"; empty for the program itself. */
  readonly path: string;
  readonly words: readonly string[];
}

export function completionScript(shell: "bash" | "zsh" | "fish", program: Command): string {
  const entries = collectEntries(program, []);
  if (shell === "fish") return fishScript(entries);
  const bash = bashScript(entries);
  return shell === "bash" ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`;
}

function collectEntries(command: Command, path: readonly string[]): Entry[] {
  const children = command.commands as unknown as readonly Command[];
  const words = [
    ...children.map((child) => child.name()),
    ...command.options.map((option) => option.long ?? ""),
    "--help",
  ].filter((word) => word !== "");
  return [
    { path: path.join(" "), words: [...new Set(words)] },
    ...children.flatMap((child) => collectEntries(child, [...path, child.name()])),
  ];
}

function bashScript(entries: readonly Entry[]): string {
  const cases = entries.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`).join("\n");
  return `_codergen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ "$word" == -* ]] && break
    path="\${path:+$path }$word"
  done
  case "$path" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _codergen codergen`;
}

function fishScript(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, words }) => {
    const condition =
      path === ""
        ? "__fish_use_subcommand"
        : path
            .split(" ")
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join("; and ");
    return words.map((word) =>
      word.startsWith("--")
        ? `complete -c codergen -n "${condition}" -l ${word.slice(2)}`
        : `complete -c codergen -n "${condition}" -f -a ${word}`,
    );
  });
  return lines.join("\n");
}

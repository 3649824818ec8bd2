import { type Command, Argument } from "@commander-js/extra-typings";
import { newCommand } from "../command.ts";
import { completionScript } from "../completion-script.ts";
import { printResult } from "../output.ts";

/** Prints a completion script made from the whole command tree. */
export function completionCommand(): Command {
  const command = newCommand("completion", "shell completion for bash, zsh or fish", [
    "source <(codergen completion bash)",
    "codergen completion fish > ~/.config/fish/completions/codergen.fish",
  ]).addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"] as const));
  return command.action((shell) => {
    let root: Command = command as unknown as Command;
    while (root.parent !== null) root = root.parent as unknown as Command;
    printResult(completionScript(shell, root));
  }) as unknown as Command;
}

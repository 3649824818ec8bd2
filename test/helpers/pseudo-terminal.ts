/** A command in a real pseudo-terminal, typed into by a plan; Python's `pty` makes the terminal. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

export type TerminalStep =
  | { readonly expect: string; readonly send: string }
  /** `kill -9` once the text has appeared. */
  | { readonly expect: string; readonly kill: true };

export interface Typed {
  /** Everything the terminal showed, colours taken out. */
  readonly shown: string;
  /** The same as it came. */
  readonly raw: string;
  readonly code: number | null;
  readonly signal: number | null;
  /** Text that did not appear in time; null when all did. */
  readonly missing: string | null;
}

const driver = fileURLToPath(new URL("pseudo-terminal.py", import.meta.url));

export function typeInto(
  command: readonly string[],
  cwd: string,
  steps: readonly TerminalStep[],
): Promise<Typed> {
  return new Promise((resolve, reject) => {
    const child = spawn("python3", [driver], {
      stdio: ["pipe", "pipe", "inherit"],
      env: terminalVariables(),
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", () => {
      const { shown: raw, ...end } = JSON.parse(output) as Omit<Typed, "raw">;
      const shown = stripVTControlCharacters(raw).replaceAll("\r", "");
      resolve({ ...end, raw, shown });
    });
    child.stdin.end(JSON.stringify({ command, cwd, steps }));
  });
}

/** As a person's terminal has them: Node shows no colours where `CI` is set, whatever the terminal can. */
function terminalVariables(): NodeJS.ProcessEnv {
  const { CI: _ci, NO_COLOR: _none, FORCE_COLOR: _forced, ...others } = process.env;
  return { ...others, TERM: "xterm-256color" };
}

/** Shared shape of every command's action: interrupt, errors, exit code. */
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { listenForInterrupt } from "./interrupt.ts";
import { reportError } from "./output.ts";

/** Runs a command's work and sets the process's exit code; `work` returns it (0 when it returns nothing). */
export async function runAction(work: (signal: AbortSignal) => Promise<number | undefined>): Promise<void> {
  const interrupt = listenForInterrupt();
  try {
    process.exitCode = (await work(interrupt.signal)) ?? 0;
  } catch (error) {
    process.exitCode = reportError(error, interrupt.interrupted);
  } finally {
    interrupt.dispose();
  }
}

/** A command with its summary and an example in its help. */
export function newCommand(name: string, summary: string, examples: readonly string[]): Command {
  const shown = examples.map((example) => `  $ ${example}`).join("\n");
  const title = examples.length === 1 ? "Example" : "Examples";
  return new Command(name)
    .description(summary)
    .summary(summary)
    .showHelpAfterError("(add --help for usage and an example)")
    .addHelpText("after", `\n${title}:\n${shown}`);
}

/** For options that may be given several times. */
export function collect(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

export function parseWholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0)
    throw new InvalidArgumentError("give a whole number, 0 or more");
  return number;
}

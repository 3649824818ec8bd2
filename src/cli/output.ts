/** Where the CLI prints: results on stdout, everything else on stderr; errors with their hint. */
import { styleText } from "node:util";
import { inFlags } from "./flag-of-place.ts";

type Style = Parameters<typeof styleText>[0];

/** `text` for standard error, in a style when that is a terminal that wants colour (`NO_COLOR`). */
export function styled(style: Style, text: string): string {
  return styledFor(process.stderr, style, text);
}

/** The same for `printResult`: standard output may go to a file while standard error is a terminal. */
export function styledResult(style: Style, text: string): string {
  return styledFor(process.stdout, style, text);
}

function styledFor(stream: NodeJS.WriteStream, style: Style, text: string): string {
  return stream.isTTY && stream.hasColors() ? styleText(style, text, { validateStream: false }) : text;
}

export function printResult(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function printLog(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** What the CLI needs of a ToolkitError; looked at by shape, so that `--help` does not load the library. */
interface PrintableError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly exitCode: number;
  readonly problems: readonly { readonly place: string; readonly problem: string }[];
}

function isPrintable(error: unknown): error is PrintableError {
  return error instanceof Error && error.name === "ToolkitError" && "exitCode" in error;
}

/** Prints an error for a person (a bug with its stack) and returns the exit code. */
export function reportError(error: unknown, interrupted: boolean): number {
  if (interrupted) {
    printLog(
      `${styled("yellow", "interrupted")}: everything finished so far is kept; start the same command again to continue`,
    );
    return 130;
  }
  if (isPrintable(error)) {
    printLog(`${styled("red", "error")} (${error.code}): ${inFlags(error.problems) ?? error.message}`);
    if (error.hint !== null) printLog(`  ${error.hint}`);
    return error.exitCode;
  }
  printLog(
    `${styled("red", "bug")}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return 1;
}

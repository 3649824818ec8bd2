/** A task file's verdicts for a person. */
import type { FileVerdict } from "../index.ts";
import { printResult, styledResult } from "./output.ts";

const TAIL_LINES = 10;

/** Tier, verdicts, causes, and how to see the same by hand; with `output` also the tail of what was printed. */
export function printVerdict({ file, record, reproduce }: FileVerdict, output = false): void {
  printResult(`${file}: tier ${record.tier}, ${record.outcome} (${record.backend})`);
  for (const result of record.cases) {
    const passed = result.verdict === "passed";
    printResult(`  ${styledResult(passed ? "green" : "red", result.verdict.padEnd(7))} ${result.name}`);
    if (result.vacuousUnder.length > 0)
      printResult(`          a stub passes it too: ${result.vacuousUnder.join(", ")}`);
    if (output) printTail(result.output.text);
    const { cause } = result;
    if (cause === null) continue;
    const place = cause.line === null ? "" : ` (line ${cause.line}: ${cause.lineText?.trim() ?? ""})`;
    printResult(`          ${cause.exception ?? cause.code}: ${cause.message}${place}`);
  }
  if (record.cause !== null) printResult(`  ${record.cause.stage}: ${record.cause.message}`);
  if (record.notVerified.length > 0) printResult(`  not verified: ${record.notVerified.join(", ")}`);
  printResult(`  by hand: ${reproduce}`);
}

function printTail(text: string): void {
  const lines = text.trimEnd().split("\n");
  if (text.trim() === "") return;
  if (lines.length > TAIL_LINES) printResult(`          | … ${lines.length - TAIL_LINES} lines above`);
  for (const line of lines.slice(-TAIL_LINES)) printResult(`          | ${printable(line)}`);
}

/** Without what would steer a terminal. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, "\uFFFD");
}

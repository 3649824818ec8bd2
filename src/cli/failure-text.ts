/** Why a file fails, for a person. */
import type { ExplainedCase, FileRepair } from "../index.ts";
import { printResult, styledResult } from "./output.ts";

/** Counts, then every failed case: category, line, cause, suggestions. */
export function printFailures({ file, passed, total, failures }: FileRepair): void {
  const colour = passed === total ? "green" : "red";
  printResult(`${file}: ${styledResult(colour, `${passed} of ${total} cases pass`)}`);
  const told = new Map<string, string>();
  for (const failure of failures) {
    const text = explained(failure, file);
    const same = told.get(text);
    printResult(`  ${styledResult("bold", failure.name)}${same === undefined ? "" : `: as ${same}`}`);
    if (same === undefined) printResult(text);
    told.set(text, same ?? failure.name);
  }
}

function explained({ analysis, testFile }: ExplainedCase, file: string): string {
  const { category, code, exception, message, line, lineText, testLine, testLineText, cause, suggestions } =
    analysis;
  const raised = exception === null ? "" : `${exception.replace(/^builtins\./, "")}: `;
  const lines = [`    ${category} (${code}): ${oneLine(`${raised}${message}`)}`];
  if (line !== null) lines.push(`    ${file}:${line}: ${oneLine(lineText ?? "")}`);
  if (testLine !== null) lines.push(`    shown by ${testFile}:${testLine}: ${oneLine(testLineText ?? "")}`);
  lines.push(`    ${cause}`, ...suggestions.map((text) => `    - ${text}`));
  return lines.join("\n");
}

/** What became of the attempts. */
export function printRounds({ record, passedAfter, total }: FileRepair): void {
  if (record === null) return;
  for (const { round, feedback, analysis } of record.rounds.slice(1)) {
    const result = feedback === null ? "no usable program" : `${feedback.passed} of ${feedback.total}`;
    const best = round === record.best ? styledResult("green", " (best)") : "";
    printResult(`  attempt ${round}: ${result}${best}${analysis === null ? "" : `, ${analysis.cause}`}`);
  }
  printResult(
    `  ${record.agent}: ${record.state}, ended by ${record.ended}; ${passedAfter} of ${total} cases pass`,
  );
}

/** One line without what would steer a terminal. */
function oneLine(text: string): string {
  const [first = ""] = text.trim().split("\n", 1);
  return first.replaceAll(/\p{Cc}/gu, "\uFFFD");
}

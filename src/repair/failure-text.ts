/** A failed run as text for a model: what passed, and for every failed case why, where, and the traceback's tail. */
import type { RepairRequest, RepairRound, RunFeedback } from "../contracts/repair.ts";
import { truncateMiddle } from "../util/truncate.ts";
import { analyseCases } from "./analyse/index.ts";

const TRACEBACK_CHARS = 1_500;
const MOST_CASES = 5;

export function failureText(
  code: string,
  feedback: RunFeedback,
  { requirements }: Pick<RepairRequest, "requirements">,
): string {
  const analyses = analyseCases(feedback, { code, requirements });
  const lines = [`${feedback.passed} of ${feedback.total} test cases pass.`];
  const seen = new Set<string>();
  for (const { name, analysis } of analyses.slice(0, MOST_CASES)) {
    const { category, code: failure, exception, line, lineText, testLineText, cause } = analysis;
    const what = `${category} (${failure})${exception === null ? "" : `, ${exception}`}`;
    const place = line === null ? "" : `\n  at line ${line} of the program: ${lineText ?? ""}`;
    const test = testLineText === null ? "" : `\n  in the test: ${testLineText}`;
    const told = `${what}${place}${test}\n  ${cause}`;
    lines.push(seen.has(told) ? `- ${name}: the same` : `- ${name}: ${told}`);
    seen.add(told);
  }
  if (analyses.length > MOST_CASES) lines.push(`- and ${analyses.length - MOST_CASES} more`);
  const traceback = feedback.cases.find(({ cause }) => cause !== null)?.cause?.traceback ?? "";
  if (traceback !== "") lines.push("", truncateMiddle(traceback.trim(), TRACEBACK_CHARS));
  return lines.join("\n");
}

/** What came of earlier attempts from the same program, so that none is made twice. */
export function triedText(tried: readonly RepairRound[]): string {
  if (tried.length === 0) return "Nothing was tried yet.";
  return tried
    .map(({ round, code, feedback, analysis }) => {
      if (feedback === null) return `- Attempt ${round}: the answer held no usable program.`;
      const result = `${feedback.passed} of ${feedback.total} pass; ${analysis?.cause ?? "no failure"}`;
      return `- Attempt ${round}: ${result}\n${truncateMiddle(code, TRACEBACK_CHARS).replaceAll(/^/gm, "    ")}`;
    })
    .join("\n");
}

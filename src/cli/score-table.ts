/** The end of an evaluation for a person: scores with intervals, what is doubtful, what was left out. */
import { join } from "node:path";
import type { ScoreEstimate, EvaluationSummary, SuccessRates } from "../index.ts";
import { printResult } from "./output.ts";
import { dollarText } from "./summary-table.ts";

const MAX_LISTED = 8;
const UNUSABLE: Readonly<Record<string, string>> = {
  "invalid-sample": "no JSON object with task_id, and solution or completion",
  "unknown-task": "its task_id is none of this dataset",
  "repeated-index": "the same task_id and sample_index as a line before",
};

export async function printScores(summary: EvaluationSummary, folder: string): Promise<void> {
  const { default: Table } = await import("cli-table3");
  const table = new Table({
    head: ["", "samples", "SR@All %", "SR@Any %", "mean pass fraction %"],
    style: { head: [], border: [] },
  });
  for (const [name, rates] of rowsOf(summary)) {
    table.push([name, rates.samples, ...[rates.srAll, rates.srAny, rates.passFraction].map(percent)]);
  }
  const { dataset, tasks, scoredTasks, samples, label } = summary;
  printResult(
    `${label} on ${dataset}: ${scoredTasks} of ${tasks} tasks scored, ${samples.graded} samples graded`,
  );
  if (samples.graded === 0) printResult("no score: nothing was graded");
  else printResult(table.toString());
  printAtK(summary);
  printDoubts(summary);
  printExcluded(summary);
  const { codeLines, codeTokens, tokenizer } = summary;
  if (codeLines !== null && codeTokens !== null) {
    printResult(`CL ${codeLines.toFixed(1)} lines, CT ${codeTokens.toFixed(1)} tokens (${tokenizer})`);
  }
  if (summary.calls > 0) printResult(`${summary.calls} calls, cost ${dollarText(summary.costUsd)}`);
  const failures = Object.entries(summary.errorCategories);
  if (failures.length > 0) printResult(`failures: ${listed(failures)}`);
  printResult(`\nsummary  ${join(folder, "models", label, "summary.json")}`);
}

function rowsOf(summary: EvaluationSummary): (readonly [string, SuccessRates])[] {
  const { doubts, rates } = summary;
  const rows: (readonly [string, SuccessRates])[] = [["as graded", rates]];
  if (doubts.environmentFaults > 0)
    rows.push(["without environment faults", summary.withoutEnvironmentFaults]);
  if (doubts.vacuousPasses > 0) rows.push(["without cases a stub passes", summary.withoutVacuousCases]);
  if (rows.length === 3) rows.push(["without both", summary.withoutBoth]);
  for (const repair of summary.repairs) rows.push([`with agent ${repair.agent}`, repair.rates]);
  return rows;
}

/** "62.2 [54.9, 69.5]", in percent, or "undefined". */
export function percent({ value, interval }: ScoreEstimate): string {
  if (value === null) return "undefined";
  const text = (100 * value).toFixed(1);
  if (interval === null) return text;
  return `${text} [${(100 * interval.low).toFixed(1)}, ${(100 * interval.high).toFixed(1)}]`;
}

function printAtK({ atK }: EvaluationSummary): void {
  for (const { k, passAtK, passHatK, definedTasks, undefinedTasks } of atK) {
    const why = definedTasks === 0 ? `: fewer than ${k} graded samples a task` : "";
    const part =
      definedTasks > 0 && undefinedTasks > 0
        ? ` over ${definedTasks} tasks; ${undefinedTasks} have fewer samples`
        : "";
    printResult(`pass@${k} ${percent(passAtK)}, pass^${k} ${percent(passHatK)}${why}${part}`);
  }
}

function printDoubts({ doubts, samples, uncheckedTasks }: EvaluationSummary): void {
  const { environmentFaults, environmentFaultCodes, skippedCases, vacuousPasses, stubsUnknownTasks } = doubts;
  if (environmentFaults > 0) {
    printResult(
      `${environmentFaults} samples met a fault of the environment: ${listed(Object.entries(environmentFaultCodes))}`,
    );
  }
  if (skippedCases > 0)
    printResult(`${skippedCases} cases were skipped or asserted nothing; none counts as passed`);
  if (vacuousPasses > 0)
    printResult(`${vacuousPasses} passed cases are ones that a stub of the function passes`);
  if (stubsUnknownTasks > 0) printResult(`${stubsUnknownTasks} tasks: not known which cases a stub passes`);
  if (uncheckedTasks > 0) printResult(`${uncheckedTasks} tasks without a reference that was run here`);
  if (samples.sharedChannel > 0)
    printResult(`${samples.sharedChannel} samples ran in one process with their tests`);
  if (samples.tasksWithout > 0) printResult(`${samples.tasksWithout} scored tasks have no graded sample`);
  if (samples.ungraded > 0)
    printResult(`${samples.ungraded} samples stayed ungraded; start the same command again`);
  if (samples.unusable > 0) {
    printResult(
      `${samples.unusable} lines are no sample of this dataset: ${listed(Object.entries(samples.unusableReasons))}`,
    );
    for (const { line, reason } of samples.unusableLines.slice(0, MAX_LISTED))
      printResult(`  line ${line}: ${UNUSABLE[reason] ?? reason}`);
  }
}

function printExcluded({ excluded }: EvaluationSummary): void {
  if (excluded.length === 0) return;
  printResult(`${excluded.length} tasks left out:`);
  for (const { taskId, reason, detail } of excluded.slice(0, MAX_LISTED)) {
    printResult(`  ${taskId} (${reason}): ${detail.split("\n", 1)[0]?.slice(0, 160)}`);
  }
  if (excluded.length > MAX_LISTED) printResult(`  ${excluded.length - MAX_LISTED} more are in summary.json`);
}

function listed(entries: readonly (readonly [string, number])[]): string {
  const shown = entries.slice(0, MAX_LISTED).map(([name, count]) => `${count} ${name}`);
  return [...shown, ...(entries.length > MAX_LISTED ? ["…"] : [])].join(", ");
}

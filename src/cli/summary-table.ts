/** The end of a build for a person: what came out, why the rest did not, and where it lies. */
import { join } from "node:path";
import type { Summary } from "../index.ts";
import { printResult } from "./output.ts";

const MAX_REASONS = 5;

export async function printSummary(summary: Summary, folder: string): Promise<void> {
  const { default: Table } = await import("cli-table3");
  const { scrape, generate, verify } = summary;
  const table = new Table({
    head: ["stage", "in", "kept", "rejected", "why"],
    wordWrap: true,
    colWidths: [10, 7, 26, 10, 60],
    style: { head: [], border: [] },
  });
  table.push(
    [
      "scrape",
      scrape.inputs,
      `${scrape.accepted} documents`,
      scrape.rejected,
      reasons(scrape.rejectedByReason),
    ],
    [
      "generate",
      generate.documents,
      `${generate.tasks} tasks`,
      generate.rejected,
      reasons(generate.rejectedByReason),
    ],
    ["verify", verify.tasks, tierText(summary), verify.tiers.none, reasons(verify.failuresByCause)],
  );
  printResult(table.toString());
  const { any, all, verified } = summary.export;
  printResult(`each task counts once above; exported rows: any ${any}, all ${all}, verified ${verified}`);
  if (verify.vacuousCases > 0) {
    printResult(
      `${verify.vacuousCases} passed cases also pass with a stub of the function; their tasks are not verified.`,
    );
  }
  const held = Object.entries(verify.notVerifiedByReason);
  if (held.length > 0) printResult(`kept out of verified: ${reasons(verify.notVerifiedByReason)}`);
  if (summary.money !== null) printMoney(summary.money);
  const ungraded = verify.ungraded + generate.ungraded;
  if (ungraded > 0)
    printResult(`${ungraded} records stayed ungraded (the sandbox broke); start the same command again.`);
  printResult(
    `\ndataset  ${join(folder, "export")}\nreport   ${join(folder, "report.html")}\nsummary  ${join(folder, "summary.json")}`,
  );
}

function printMoney({ total, outcomes, costPerKeptTaskUsd, keptTasks }: NonNullable<Summary["money"]>): void {
  const { calls, usage, costUsd } = total;
  const tokens = `${usage.promptTokens} + ${usage.completionTokens} tokens`;
  printResult(
    `models: ${calls} paid calls, ${tokens}, cost ${dollarText(costUsd)}; answers: ${reasons(outcomes)}`,
  );
  if (keptTasks > 0) printResult(`${dollarText(costPerKeptTaskUsd)} for each of ${keptTasks} kept tasks`);
}

/** "$0.0123", or "unknown": a price nobody knows is not zero. */
export function dollarText(costUsd: number | null): string {
  if (costUsd === null) return "unknown (no price for the model; give it under `prices`)";
  return `$${costUsd >= 1 ? costUsd.toFixed(2) : costUsd.toPrecision(3)}`;
}

function tierText({ verify: { tiers } }: Summary): string {
  return `${tiers.verified} verified, ${tiers.all} all, ${tiers.any} any`;
}

/** "7 output-differs, 3 nothing-raises, 2 other" */
function reasons(counts: Readonly<Partial<Record<string, number>>>): string {
  const entries = Object.entries(counts).map(([reason, count = 0]) => [reason, count] as const);
  const shown = entries.slice(0, MAX_REASONS).map(([reason, count]) => `${count} ${reason}`);
  const rest = entries.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
  return [...shown, ...(rest > 0 ? [`${rest} other`] : [])].join(", ");
}

/** Two models on the same tasks, for a person. */
import type { Comparison, Leaderboard } from "../index.ts";
import { percent } from "./score-table.ts";

const MAX_LISTED = 20;

export async function comparisonTable(comparison: Comparison, { tables }: Leaderboard): Promise<string> {
  const { default: Table } = await import("cli-table3");
  const { first, second, tasks, difference, probabilitySecondBetter, onlyFirst, onlySecond } = comparison;
  const rows = tables.flatMap((table) => table.rows);
  const table = new Table({
    head: ["model", "SR@All %", "SR@Any %", "tasks"],
    style: { head: [], border: [] },
  });
  for (const label of [first, second]) {
    const row = rows.find((known) => known.label === label);
    if (row !== undefined) table.push([label, percent(row.srAll), percent(row.srAny), row.scoredTasks]);
  }
  const chance =
    probabilitySecondBetter === null
      ? ""
      : `; ${second} is better in ${(100 * probabilitySecondBetter).toFixed(0)} % of draws`;
  return [
    table.toString(),
    `${second} − ${first}: ${percent(difference)} points of SR@All over ${tasks} tasks that both answered${chance}`,
    flipped(second, onlySecond),
    flipped(first, onlyFirst),
  ].join("\n");
}

function flipped(label: string, ids: readonly string[]): string {
  const more = ids.length > MAX_LISTED ? `\n  ${ids.length - MAX_LISTED} more; --json has all` : "";
  const listed = ids.slice(0, MAX_LISTED).map((id) => `\n  ${id}`);
  return `solved by ${label} alone: ${ids.length}${listed.join("")}${more}`;
}

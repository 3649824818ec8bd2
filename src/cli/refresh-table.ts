/** The end of a refresh for a person. */
import { join } from "node:path";
import type { RefreshRecord, Refreshed } from "../index.ts";
import { printResult } from "./output.ts";
import { packageLines } from "./package-lines.ts";

const SHOWN_TASKS = 20;

export async function printRefresh({ refresh, summary }: Refreshed, folder: string): Promise<void> {
  const { default: Table } = await import("cli-table3");
  const { refreshRecords } = await import("../index.ts");
  const { states, rotten, replaced, from, version, step } = refresh;
  const table = new Table({
    head: ["tasks", "count", "why"],
    wordWrap: true,
    colWidths: [12, 8, 70],
    style: { head: [], border: [] },
  });
  table.push(
    ["before", refresh.tasksBefore, `${from.name} ${from.version}`],
    ["kept", states.kept, "work as they did, in today's versions too"],
    ["changed", states.changed, countText(replaced, "their documents give other tasks now")],
    ["repaired", states.repaired, "mended by an agent"],
    ["rotten", states.rotten, countText(rotten, "")],
    ["removed", states.removed, `${refresh.documents.gone} documents are gone`],
    [
      "new",
      states.new,
      `from ${refresh.documents.new} new and ${refresh.documents.changed} changed documents`,
    ],
  );
  printResult(table.toString());
  for (const line of packageLines(refresh.packages)) printResult(line);
  const shown: RefreshRecord[] = [];
  for await (const record of refreshRecords(folder)) if (record.state === "rotten") shown.push(record);
  for (const { taskId, cause, detail } of shown.slice(0, SHOWN_TASKS))
    printResult(`rotten ${taskId} (${cause}): ${oneLine(detail ?? "")}`);
  if (shown.length > SHOWN_TASKS) printResult(`and ${shown.length - SHOWN_TASKS} more, in refresh.jsonl`);
  const { any, all, verified } = summary.export;
  printResult(`version ${version} (${step}); exported rows: any ${any}, all ${all}, verified ${verified}`);
  if (refresh.ungraded > 0)
    printResult(`${refresh.ungraded} tasks or documents stayed ungraded; start the same command again.`);
  const paths = { dataset: "export", report: "report.html", tasks: "refresh.jsonl", changes: "CHANGELOG.md" };
  for (const [what, name] of Object.entries(paths)) printResult(`${what.padEnd(8)} ${join(folder, name)}`);
}

function countText(counts: Readonly<Record<string, number>>, otherwise: string): string {
  const told = Object.entries(counts).map(([cause, count]) => `${count} ${cause}`);
  return told.length === 0 ? otherwise : told.join(", ");
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, 200);
}

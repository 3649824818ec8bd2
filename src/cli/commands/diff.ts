import type { Command } from "@commander-js/extra-typings";
import type { TaskChange } from "../../index.ts";
import { newCommand, runAction } from "../command.ts";
import type { Flags } from "../flags.ts";
import { printJson, printResult } from "../output.ts";
import { packageLines } from "../package-lines.ts";

export function diffCommand(): Command {
  const command = newCommand(
    "diff",
    "two datasets: tasks added, removed, changed; tiers, licences, versions",
    ["codergen diff runs/first runs/second", "codergen diff runs/first/export runs/second/export --patch"],
  )
    .argument("<before>", "folder of a run, an exported dataset, or a .jsonl, .json or .parquet file of one")
    .argument("<after>", "another one")
    .option("--patch", "unified diffs of the files of changed tasks")
    .option("--json", "one JSON object a line on standard output")
    .addHelpText("after", "\nExit code 0 also when they differ.");
  return (command as unknown as Command).action(async (...given: unknown[]) => {
    const [before, after, flags] = given as [string, string, Flags];
    await runAction(() => runDiff(before, after, flags));
  });
}

async function runDiff(before: string, after: string, flags: Flags): Promise<number> {
  const { diffDatasets } = await import("../../index.ts");
  const { changes, diff } = await diffDatasets(before, after, { patch: flags["patch"] === true });
  if (flags["json"] === true) {
    for (const change of changes) printJson({ type: "task-differs", ...change });
    printJson({ type: "datasets-compared", ...diff });
    return 0;
  }
  for (const change of changes) {
    if (change.kind !== "other" || change.tierBefore !== change.tierAfter) printResult(lineOf(change));
    if (change.patch !== null) printResult(change.patch);
  }
  const { default: Table } = await import("cli-table3");
  const table = new Table({ head: ["tasks", "count"], style: { head: [], border: [] } });
  const rows: Record<string, number> = {
    before: diff.tasksBefore,
    after: diff.tasksAfter,
    added: diff.added,
    removed: diff.removed,
    changed: diff.changed,
    "other versions": diff.lockChanges,
    "all the same": diff.same,
  };
  table.push(...Object.entries(rows));
  printResult(table.toString());
  for (const [move, count] of Object.entries(diff.tierMoves)) printResult(`tier ${move}: ${count} tasks`);
  for (const [move, count] of Object.entries(diff.licenceChanges))
    printResult(`licence ${move}: ${count} tasks`);
  for (const line of packageLines(diff.packages)) printResult(line);
  printResult(`step of the version: ${diff.step}`);
  return 0;
}

function lineOf({ kind, taskId, fields, tierBefore, tierAfter }: TaskChange): string {
  const tier = tierBefore === tierAfter ? "" : ` (${tierBefore ?? "none"} → ${tierAfter ?? "none"})`;
  const what = fields.length === 0 ? "" : `: ${fields.join(", ")}`;
  return `${kind === "other" ? "moved" : kind} ${taskId}${tier}${what}`;
}

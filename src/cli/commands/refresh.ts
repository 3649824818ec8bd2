import { type Command, Option } from "@commander-js/extra-typings";
import type { Config, Document, PlannedDocument } from "../../index.ts";
import { collect, newCommand, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { addModelOptions, addRunOptions, type Flags } from "../flags.ts";
import { printEstimate } from "../estimate-table.ts";
import { printJson, printLog, printResult } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";
import { printRefresh } from "../refresh-table.ts";

export function refreshCommand(): Command {
  const command = newCommand(
    "refresh",
    "a dataset kept alive: documents and tasks checked again, and what is new, changed, rotten or gone",
    [
      "codergen refresh runs/first --out runs/second",
      "codergen refresh runs/first --out runs/second --upgrade scikit-learn==1.7.2",
      "codergen refresh runs/first --out runs/second --model gpt-4.1-mini --repair codergen --budget 2",
    ],
  )
    .argument("<run>", "folder of a finished run; it is only read")
    .option(
      "--upgrade <requirement>",
      'package to move: its newest release, or "name==version"; repeatable',
      collect as never,
    )
    .addOption(
      new Option("--removed <what>", "tasks whose document is gone (default: drop)").choices([
        "drop",
        "keep",
      ]),
    )
    .option("--generator <name>", "how new and changed documents become tasks (default: as in the run)")
    .option("--repair <agent>", "agent that mends rotten tasks: codergen, react, self-edit")
    .option("--restart", "drop what the new folder holds of an earlier start")
    .option("--dry-run", "say which documents changed and what a model would cost, and stop")
    .addHelpText(
      "after",
      "\nExit code 0 also when tasks rotted: the report says which and why. 4: some stayed ungraded.\nWithout --upgrade documents are read again from the newest releases, and tasks move with them.",
    );
  return addModelOptions(addRunOptions(command as unknown as Command)).action(async (...given: unknown[]) => {
    const [run, flags] = given as [string, Flags];
    await runAction((signal) => runRefresh(run, flags, signal));
  });
}

async function runRefresh(run: string, flags: Flags, signal: AbortSignal): Promise<number> {
  const { planRefresh, recordedConfig, refresh, refreshRecords, runFolder, ToolkitError } = await import(
    "../../index.ts"
  );
  if (flags["out"] === undefined && flags["dryRun"] !== true)
    throw new ToolkitError("usage", "the refreshed dataset needs a folder of its own", {
      hint: "Give one with --out, e.g. --out runs/second; the earlier run stays as it is.",
    });
  const own = { generator: flags["generator"], repair: flags["repair"] };
  const config = await configOf(flags, own, await recordedConfig(run));
  const wanted = Object.fromEntries(
    Object.entries({ upgrade: flags["upgrade"], removed: flags["removed"] }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const json = flags["json"] === true;
  if (flags["dryRun"] === true)
    return printPlan(planRefresh(run, config, wanted, { signal, note: printLog }), config, json);
  const printer = await createEventPrinter(json);
  const events = refresh(run, config, wanted, { signal, restart: flags["restart"] === true });
  const result = await drawEvents(events, printer);
  const folder = runFolder(config);
  if (json) {
    for await (const record of refreshRecords(folder)) printJson({ type: "task-refreshed", ...record });
    printJson({ type: "run-finished", folder, ...result });
  } else await printRefresh(result, folder);
  return result.refresh.ungraded > 0 ? 4 : 0;
}

async function printPlan(
  planned: AsyncIterable<PlannedDocument>,
  config: Config,
  json: boolean,
): Promise<number> {
  const { estimateDocuments } = await import("../../index.ts");
  const documents: Document[] = [];
  const counts = { same: 0, changed: 0, new: 0, gone: 0 };
  for await (const { document, ...facts } of planned) {
    counts[facts.state]++;
    if (document !== null) documents.push(document);
    if (json) printJson({ type: "document-compared", ...facts });
    else if (facts.state !== "same") printResult(`${facts.state} ${facts.documentId} (${facts.tasks} tasks)`);
  }
  if (json) printJson({ type: "refresh-planned", ...counts });
  else
    printResult(
      `${counts.same} documents as they were, ${counts.changed} changed, ${counts.new} new, ${counts.gone} gone; nothing was written`,
    );
  if (config.model !== undefined) printEstimate(estimateDocuments(config, documents), json);
  return 0;
}

import { type Command, Option } from "@commander-js/extra-typings";
import { collect, newCommand, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { addModelOptions, addRunOptions, type Flags } from "../flags.ts";
import { printJson } from "../output.ts";
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
  const { recordedConfig, refresh, refreshRecords, runFolder, ToolkitError } = await import("../../index.ts");
  if (flags["out"] === undefined)
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

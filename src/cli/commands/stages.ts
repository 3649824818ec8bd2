import { type Command, Option } from "@commander-js/extra-typings";
import { newCommand, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { addModelOptions, addRunOptions, type Flags } from "../flags.ts";
import { printJson, printResult } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";

/** A source list is not asked for when a stage works on what an earlier one left. */
const NO_SOURCES = [{ source: "pydoc" }];

export function generateCommand(): Command {
  const command = newCommand("generate", "tasks from the documents of a run", [
    "codergen generate --out runs/first --generator extract",
  ])
    .option("--generator <name>", "how a document becomes tasks")
    .option("--repair <agent>", "agent for programs that fail: codergen, react, self-edit");
  return addModelOptions(addRunOptions(command)).action(async (flags: Flags) => {
    await runAction(async (signal) => {
      const config = await configOf(flags, {
        sources: NO_SOURCES,
        generator: flags["generator"],
        repair: flags["repair"],
      });
      const { generateRun } = await import("../../index.ts");
      const printer = await createEventPrinter(flags["json"] === true);
      const { generate } = await drawEvents(generateRun(config, { signal }), printer);
      if (flags["json"] === true) printJson({ type: "run-finished", generate });
      else
        printResult(
          `${generate.tasks} tasks from ${generate.generated} documents, ${generate.rejected} rejected`,
        );
      return generate.ungraded > 0 ? 4 : 0;
    });
  });
}

export function exportCommand(): Command {
  return newCommand("export", "the dataset of a run: Parquet, JSON Lines, task files, card, report", [
    "codergen export runs/first",
    "codergen export runs/first --to dataset/ --format parquet",
  ])
    .argument("<run>", "folder of a verified run")
    .option("--to <dir>", "where the dataset goes (default: <run>/export)")
    .addOption(
      new Option("--format <name...>", "files to write (default: all)").choices([
        "parquet",
        "jsonl",
        "py",
      ] as const),
    )
    .option("--json", "one JSON object a line on standard output")
    .action(async (run, flags) => {
      await runAction(async () => {
        const { exportRun } = await import("../../index.ts");
        const formats = flags.format === undefined ? {} : { formats: flags.format };
        const target = flags.to === undefined ? {} : { exportFolder: flags.to };
        const printer = await createEventPrinter(flags.json === true);
        const summary = await drawEvents(exportRun(run, { ...formats, ...target }), printer);
        const { any, all, verified } = summary.export;
        if (flags.json === true) printJson({ type: "run-finished", summary });
        else printResult(`any ${any} rows, all ${all}, verified ${verified}`);
        return 0;
      });
    }) as unknown as Command;
}

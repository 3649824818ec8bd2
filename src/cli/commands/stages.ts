import type { Command } from "@commander-js/extra-typings";
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

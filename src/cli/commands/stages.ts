import type { Command } from "@commander-js/extra-typings";
import type { Config } from "../../index.ts";
import { newCommand, runAction } from "../command.ts";
import { printEstimate } from "../estimate-table.ts";
import { configOf } from "../config-layers.ts";
import { addModelOptions, addRunOptions, type Flags } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";

/** A source list is not asked for when a stage works on what an earlier one left. */
const NO_SOURCES = [{ source: "pydoc" }];

export function generateCommand(): Command {
  const command = newCommand("generate", "tasks from the documents of a run", [
    "codergen generate --out runs/first --generator extract",
    "codergen generate --out runs/first --model gpt-4.1-mini --dry-run",
  ])
    .option("--generator <name>", "how a document becomes tasks")
    .option("--repair <agent>", "agent for programs that fail: codergen, react, self-edit")
    .option("--dry-run", "list the documents that would be read and what a model would cost, and stop");
  return addModelOptions(addRunOptions(command)).action(async (flags: Flags) => {
    await runAction(async (signal) => {
      const config = await configOf(flags, {
        sources: NO_SOURCES,
        generator: flags["generator"],
        repair: flags["repair"],
      });
      if (flags["dryRun"] === true) return await showOpen(config, flags["json"] === true);
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

async function showOpen(config: Config, json: boolean): Promise<number> {
  const { openGeneration } = await import("../../index.ts");
  const { open, documents, done, generator, estimate } = await openGeneration(config);
  for (const documentId of open) {
    if (json) printJson({ type: "would-generate", documentId });
    else printResult(`would generate ${documentId}`);
  }
  if (estimate !== null) printEstimate(estimate, json);
  if (json) printJson({ type: "dry-run", stage: "generate", generator, documents, done, open: open.length });
  printLog(
    `${open.length} of ${documents} documents would be read by "${generator}", ${done} are done; nobody was asked`,
  );
  return 0;
}

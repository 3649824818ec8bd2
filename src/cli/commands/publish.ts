import { type Command } from "@commander-js/extra-typings";
import type { PublishResult } from "../../index.ts";
import { newCommand, runAction } from "../command.ts";
import type { Flags } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";

const CARD_EDITED = 4;

export function publishCommand(): Command {
  const command = newCommand("publish", "a dataset on the Hugging Face Hub, as one commit", [
    "codergen publish runs/first --to me/first --dry-run",
    "codergen publish runs/first --to me/first --training --public",
  ])
    .argument("<folder>", "folder of a run, or of an exported dataset")
    .requiredOption("--to <owner/name>", "dataset repository; made when it is not there")
    .option("--public", "everybody may see it (default: private)")
    .option("--training", "the run's training sets too, each format a config of its own")
    .option("--dry-run", "show files and card, ask nobody")
    .option(
      "--licence-override <reason>",
      "publish rows of unknown or forbidding licences; the card states why",
    )
    .option("--replace-card", "replace a card that was edited on the Hub; its own metadata keys stay")
    .option("--json", "one JSON object a line on standard output");
  return (command as unknown as Command).action(async (folder: unknown, flags: unknown) => {
    await runAction((signal) => runPublish(String(folder), flags as Flags, signal));
  });
}

async function runPublish(folder: string, flags: Flags, signal: AbortSignal): Promise<number> {
  const { publish } = await import("../../index.ts");
  const { json, dryRun, ...options } = flags;
  const printer = await createEventPrinter(json === true);
  const work = publish(folder, options as never, { dryRun: dryRun === true, signal });
  const result = await drawEvents(work, printer);
  if (json === true) printJson({ type: "publish-finished", ...result });
  else show(result);
  return result.state === "card-edited" ? CARD_EDITED : 0;
}

function show({ state, repository, files, card, diff, commit, url }: PublishResult): void {
  switch (state) {
    case "planned":
      for (const { path, size, sha256 } of files)
        printResult(`${String(size).padStart(12)}  ${sha256.slice(0, 12)}  ${path}`);
      return printResult(`\n${card}`);
    case "unchanged":
      return printResult(`${url}: nothing is new since ${commit}`);
    case "card-edited":
      printResult(diff);
      printLog(`README.md of ${repository} was edited since it was published; nothing was changed.`);
      return printLog("  --replace-card replaces it by the new one; metadata keys that people added stay.");
    case "published":
      return printResult(`${url}: ${files.length} files, commit ${commit}`);
  }
}

import type { Command } from "@commander-js/extra-typings";
import type { ScrapeRecord, SourceDescription } from "../../index.ts";
import { newCommand, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { addRunOptions, addSourceOptions, type Flags, sourceValues } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";

const EXAMPLES: Record<string, string> = {
  pydoc: "codergen scrape pydoc --package statistics --json",
  huggingface: "codergen scrape huggingface --from cards/ --json",
  torchhub: "codergen scrape torchhub --from pages/ --json",
  tfhub: "codergen scrape tfhub --from pages/ --json",
  apibench: "codergen scrape apibench --from torchhub_api.jsonl --json",
  docs: "codergen scrape docs --from site/ --json",
  csv: "codergen scrape csv --from pages.csv --columns name=title --columns description=text --json",
  jsonl: "codergen scrape jsonl --from pages.jsonl --columns name=title --json",
  tasks: "codergen scrape tasks --from runs/first --seed 1 --json",
};

/** `scrape` with one sub-command a source. */
export function scrapeCommand(sources: readonly SourceDescription[]): Command {
  const command = newCommand("scrape", "documents from a source, each accepted or rejected with the reason", [
    "codergen scrape pydoc --package statistics --out runs/first",
    "codergen scrape huggingface --from cards/ --json",
  ]);
  for (const source of sources) command.addCommand(sourceCommand(source));
  return command;
}

function sourceCommand(source: SourceDescription): Command {
  const command = newCommand(source.name, source.summary, [
    EXAMPLES[source.name] ?? `codergen scrape ${source.name}`,
  ]);
  return addSourceOptions(addRunOptions(command), [source]).action(async (flags: Flags) => {
    await runAction((signal) => runScrape(source, flags, signal));
  });
}

async function runScrape(source: SourceDescription, flags: Flags, signal: AbortSignal): Promise<number> {
  const config = await configOf(flags, {
    sources: [{ source: source.name, ...sourceValues(flags, source) }],
  });
  const json = flags["json"] === true;
  const { scrape, scrapeRun } = await import("../../index.ts");
  if (config.out !== undefined) {
    const printer = await createEventPrinter(json);
    const summary = await drawEvents(scrapeRun(config, { signal }), printer);
    if (!json)
      printResult(
        `${summary.scrape.accepted} documents, ${summary.scrape.rejected} rejected; in ${config.out}`,
      );
    return 0;
  }
  const [first] = config.sources;
  if (first === undefined) return 2;
  const counts = new Map<string, number>();
  for await (const record of scrape(first, { ...config, signal, note: printLog })) {
    const result = record.state === "accepted" ? "accepted" : `rejected: ${record.reason}`;
    counts.set(result, (counts.get(result) ?? 0) + 1);
    if (json) printJson(record);
    else printResult(lineOf(record));
  }
  for (const [result, count] of counts) printLog(`${count} ${result}`);
  return 0;
}

function lineOf({ input, state, reason, detail, document }: ScrapeRecord): string {
  if (state === "rejected") return `rejected  ${input}: ${reason}: ${detail}`;
  const usable = document?.examples.filter(({ parses }) => parses === true).length ?? 0;
  return `accepted  ${input}: ${document?.name} (${document?.domain}, ${usable} usable code blocks)`;
}

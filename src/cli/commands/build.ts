import type { Command } from "@commander-js/extra-typings";
import type { Config, Document, Recreation, SourceConfig, SourceDescription } from "../../index.ts";
import { collect, newCommand, parseWholeNumber, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import {
  addModelOptions,
  addRunOptions,
  addSourceOptions,
  type Flags,
  flagsOf,
  sourceValues,
  strayFlags,
} from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";
import { printEstimate } from "../estimate-table.ts";
import { recreationOf, tellRecreated } from "../recreate.ts";
import { printSummary } from "../summary-table.ts";

/** The main job. `sources` may be empty when only its name and summary are needed. */
export function buildCommand(sources: readonly SourceDescription[]): Command {
  const command = newCommand(
    "build",
    "documents to a verified dataset: scrape, generate, verify, export, report",
    [
      "codergen build --source pydoc --package statistics --package textwrap --out runs/first",
      "codergen build --config codergen.yaml",
      "codergen build --from hub:me/first --out runs/again",
      "codergen build --source docs --url https://docs.example.org --model gpt-4.1-mini --budget 5 --dry-run",
    ],
  )
    .option("--source <name>", "source of documents; repeatable", collect)
    .option(
      "--from <where>",
      "folder or file that a source reads; without --source a published dataset to make anew: hub:owner/name, or its codergen.json",
    )
    .option("--generator <name>", "how a document becomes tasks")
    .option("--repair <agent>", "agent for programs that fail: codergen, react, self-edit")
    .option("--reruns <n>", "extra runs with other hash seeds", parseWholeNumber)
    .option("--no-stubs", "do not run cases against stubs of the function")
    .option("--restart", "drop what the folder holds of an earlier run")
    .option("--dry-run", "list the documents that would be read and what a model would cost, and stop");
  return addSourceOptions(addModelOptions(addRunOptions(command)), sources).action(async (flags: Flags) => {
    await runAction((signal) => runBuild(flags, sources, signal));
  });
}

async function runBuild(
  flags: Flags,
  sources: readonly SourceDescription[],
  signal: AbortSignal,
): Promise<number> {
  const { build, runFolder } = await import("../../index.ts");
  const recreation = await recreationOf(flags, signal);
  // of a dataset that is made anew, `--from` is no flag of a source
  const own = {
    sources: await sourceConfigs(recreation === null ? flags : { ...flags, from: undefined }, sources),
    generator: flags["generator"],
    repair: flags["repair"],
    verify: { reruns: flags["reruns"], stubs: flags["stubs"] === false ? false : undefined },
  };
  const config = await configOf(flags, own, recreation?.layer ?? null);
  const json = flags["json"] === true;
  if (flags["dryRun"] === true)
    return await listDocuments({ ...config, locks: recreation?.locks }, json, signal);
  const printer = await createEventPrinter(json);
  const options = {
    signal,
    restart: flags["restart"] === true,
    ...(recreation && { locks: recreation.locks }),
  };
  const summary = await drawEvents(build(config, options), printer);
  if (json) printJson({ type: "run-finished", folder: runFolder(config), summary });
  else await printSummary(summary, runFolder(config));
  if (recreation !== null) await tellRecreated(recreation, runFolder(config), json);
  return summary.verify.ungraded + summary.generate.ungraded > 0 ? 4 : 0;
}

/**
 * One entry for each `--source`; flags go to every named source that knows them.
 * @throws ToolkitError `usage` for a flag that none of them knows.
 */
export async function sourceConfigs(
  flags: Flags,
  sources: readonly SourceDescription[],
): Promise<SourceConfig[] | undefined> {
  const given = flags["source"] as string[] | undefined;
  const { sourceNameOf, ToolkitError } = await import("../../index.ts");
  const names = (given ?? []).map(sourceNameOf);
  const named = sources.filter(({ name }) => names.includes(name));
  const stray = strayFlags(flags, named, sources);
  if (stray.length > 0) {
    const who = names.length === 0 ? "without --source" : `for the source ${names.join(", ")}`;
    const taken = named.map((source) => `${source.name} takes ${flagsOf(source).join(", ")}`);
    throw new ToolkitError("usage", `${stray.join(", ")} means nothing ${who}`, {
      hint:
        names.length === 0 ? `Name the source: --source ${ownerOf(stray, sources)}.` : `${taken.join("; ")}.`,
    });
  }
  if (given === undefined) return undefined;
  return names.map((name) => {
    const description = sources.find((source) => source.name === name);
    return { source: name, ...(description === undefined ? {} : sourceValues(flags, description)) };
  });
}

/** Sources that take the first of some flags. */
function ownerOf([flag]: readonly string[], sources: readonly SourceDescription[]): string {
  return sources
    .filter((source) => flag !== undefined && flagsOf(source).includes(flag))
    .map(({ name }) => name)
    .join(" or --source ");
}

async function listDocuments(
  config: Config & { readonly locks: Recreation["locks"] | undefined },
  json: boolean,
  signal: AbortSignal,
): Promise<number> {
  const { scrape, estimateDocuments } = await import("../../index.ts");
  const documents: Document[] = [];
  const counts = { accepted: 0, rejected: 0 };
  for (const source of config.sources) {
    for await (const record of scrape(source, { ...config, signal, note: printLog })) {
      counts[record.state]++;
      if (record.document !== null) documents.push(record.document);
      if (json) printJson(record);
      else
        printResult(
          `${record.state} ${record.document?.id ?? record.input}${record.reason === null ? "" : ` (${record.reason})`}`,
        );
    }
  }
  if (config.model !== undefined) printEstimate(estimateDocuments(config, documents), json);
  printLog(
    `${counts.accepted} documents would be read, ${counts.rejected} inputs rejected; nothing was written`,
  );
  return 0;
}

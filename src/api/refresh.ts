/** Keeping a dataset alive: a finished run, refreshed into a new one. */
import { resolve } from "node:path";
import { type Config, type ConfigInput, configSchema } from "../contracts/config.ts";
import { z } from "zod";
import type { ResolutionRecord } from "../contracts/environment.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import { type RefreshInput, type RefreshOptions, refreshOptionsSchema } from "../contracts/refresh.ts";
import { ToolkitError } from "../errors.ts";
import { type FinishedRun, openFinishedRun } from "../io/finished-run.ts";
import { readHistory } from "../io/history-file.ts";
import { openResolutionFile } from "../io/resolution-file.ts";
import { clearRun, RunStore } from "../io/run-store.ts";
import { type Refreshed, type RefreshParts, refreshRun } from "../pipeline/refresh/run-refresh.ts";
import { type PlannedDocument, plannedDocuments } from "../pipeline/refresh/planned-documents.ts";
import { requirementName } from "../pipeline/dataset/lock-changes.ts";
import { createToolkit } from "../registry.ts";
import { validate } from "../util/validate.ts";
import { toolkitVersion } from "../version.ts";
import { planSources } from "./plan.ts";
import { partsOf, runFolder, type RunOptions } from "./run.ts";

export type { Refreshed } from "../pipeline/refresh/run-refresh.ts";
export type { PlannedDocument } from "../pipeline/refresh/planned-documents.ts";
export { refreshRecords } from "../io/refresh-file.ts";

/**
 * What a run was made with, as a configuration to refresh it with: name, sources, generator, model, verification.
 * Versions that it was held to (`environments.constraints`) are not part of it, as a refresh is to leave them.
 * @throws ToolkitError `input-not-found` when the folder is no run, `prerequisite-missing` when it is not finished.
 */
export async function recordedConfig(run: string): Promise<Partial<ConfigInput>> {
  const earlier = await openFinishedRun(resolve(run));
  await earlier.close();
  const { name, stages } = earlier.manifest;
  const { generator, model, repair } = stages.generate ?? {};
  const { reruns, stubs, limits, network, environments } = stages.verify ?? {};
  const sources = stages.scrape?.["sources"];
  const recorded = { name, sources, generator, model, repair, network, environments };
  const verify = Object.fromEntries(
    Object.entries({ reruns, stubs, limits }).filter(([, value]) => value !== undefined),
  );
  return JSON.parse(JSON.stringify({ ...recorded, verify })) as Partial<ConfigInput>;
}

/**
 * Scrapes the sources of a finished run again, verifies its tasks in the environments they were recorded with and in
 * new ones, generates only what is new or changed, and writes the result to `config.out`, a run like any other, with
 * `refresh.jsonl` (what became of each task), `refresh.json` (counts) and the next version of the dataset. The earlier
 * run is only read. Killed, it continues where it stopped.
 * @param input The configuration of the new run: start from `recordedConfig`.
 * @throws ToolkitError `config-invalid`, `input-not-found`, `prerequisite-missing`, `run-conflict`, `usage` when the
 * new folder is the old one.
 */
export async function* refresh(
  run: string,
  input: ConfigInput,
  given: RefreshInput = {},
  options: RunOptions = {},
): AsyncGenerator<PipelineEvent, Refreshed> {
  const wanted = validate<RefreshOptions>(refreshOptionsSchema, given, "refresh options");
  const config = withUpgrades(validate<Config>(configSchema, input, "configuration"), wanted);
  const folder = runFolder(config);
  const earlier = await openFinishedRun(resolve(run));
  try {
    if (folder === earlier.folder)
      throw new ToolkitError("usage", "a run cannot be refreshed into its own folder", {
        hint: "Give another one with --out: the earlier run stays as it is.",
      });
    await requireKnown(wanted.upgrade, earlier);
    if (options.restart === true) await clearRun(folder);
    return yield* refreshInto(folder, earlier, config, { wanted, options });
  } finally {
    await earlier.close();
  }
}

/**
 * The documents that a refresh would find, each with how it stands to the earlier run. Nothing is written and no model is
 * asked; `estimateDocuments` says what those that come with a document would cost.
 * @throws ToolkitError as `refresh`.
 */
export async function* planRefresh(
  run: string,
  input: ConfigInput,
  given: RefreshInput = {},
  options: Pick<RunOptions, "signal"> & { readonly note?: (message: string) => void } = {},
): AsyncGenerator<PlannedDocument> {
  const wanted = validate<RefreshOptions>(refreshOptionsSchema, given, "refresh options");
  const config = withUpgrades(validate<Config>(configSchema, input, "configuration"), wanted);
  const earlier = await openFinishedRun(resolve(run));
  const toolkit = createToolkit({ ...config, resolutions: resolutionsInMemory() });
  try {
    await requireKnown(wanted.upgrade, earlier);
    const { parsePages } = toolkit;
    const { signal = new AbortController().signal, note = () => undefined } = options;
    const context = { parsePages, concurrency: config.workers, signal, note };
    yield* plannedDocuments(earlier, await planSources(toolkit, config.sources), wanted, context);
  } finally {
    await toolkit.close();
    await earlier.close();
  }
}

/** A package that no environment of the earlier run has would be moved nowhere, and the refresh would say that all is well. */
async function requireKnown(
  upgrade: readonly string[],
  { environments, folder, manifest }: FinishedRun,
): Promise<void> {
  if (upgrade.length === 0) return;
  const sources = z.array(readPackages).catch([]).parse(manifest.stages.scrape?.["sources"]);
  const known = new Set(sources.flatMap(({ packages }) => packages.map(requirementName)));
  for await (const { requirements, lock } of environments.records())
    for (const one of [...requirements, ...lock]) known.add(requirementName(one));
  const unknown = upgrade.filter((one) => !known.has(requirementName(one)));
  if (unknown.length === 0) return;
  const names = [...known].toSorted();
  throw new ToolkitError("usage", `no environment of ${folder} has ${unknown.join(", ")}`, {
    hint:
      names.length === 0
        ? "Its tasks need the standard library only: there is nothing to upgrade."
        : `Its packages: ${names.slice(0, 30).join(", ")}${names.length > 30 ? ", …" : ""}.`,
  });
}

/** A source that reads installed packages. */
const readPackages = z.looseObject({ packages: z.array(z.string()).default([]) });

function resolutionsInMemory(): ResolutionRecord {
  const noted = new Map<string, readonly string[]>();
  return {
    get: async (requirements) => noted.get(requirements.join("\n")) ?? null,
    put: async (requirements, lock) => void noted.set(requirements.join("\n"), lock),
  };
}

async function* refreshInto(
  folder: string,
  earlier: FinishedRun,
  config: Config,
  { wanted, options }: { readonly wanted: RefreshOptions; readonly options: RunOptions },
): AsyncGenerator<PipelineEvent, Refreshed> {
  const store = await RunStore.open(folder, {
    name: config.name ?? earlier.manifest.name,
    toolkitVersion,
  });
  const resolutions = await openResolutionFile(store.resolutionsPath);
  const toolkit = createToolkit({ ...config, resolutions });
  try {
    const plans = await planSources(toolkit, config.sources);
    const parts: RefreshParts = {
      ...(await partsOf(store, toolkit, config, options)),
      earlier,
      earlierHistory: await readHistory(earlier.folder),
      options: wanted,
      restore: async (lock, signal) => (await toolkit.environments()).restore(lock, signal),
    };
    return yield* refreshRun(store, plans, config, parts);
  } finally {
    await toolkit.close();
    await resolutions.close();
    await store.close();
  }
}

/** A certain version that a package is moved to holds for everything that is installed. */
function withUpgrades(config: Config, { upgrade }: RefreshOptions): Config {
  const pinned = upgrade.filter((requirement) => /[=<>~!@]/.test(requirement));
  const constraints = [...config.environments.constraints, ...pinned];
  return { ...config, environments: { ...config.environments, constraints } };
}

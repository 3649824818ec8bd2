/** Work on a run folder: the whole build, or one stage of it. Each is an async generator of events. */
import { setMaxListeners } from "node:events";
import { basename, join, resolve } from "node:path";
import { type Config, type ConfigInput, configSchema, type ExportFormat } from "../contracts/config.ts";
import type { EnvironmentLock } from "../contracts/environment.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { Summary } from "../contracts/summary.ts";
import { ToolkitError } from "../errors.ts";
import { openLedgerFile } from "../io/ledger-file.ts";
import { clearRun, RunStore } from "../io/run-store.ts";
import { buildRun, type PipelineParts, runGenerate, runScrape, runVerify } from "../pipeline/build.ts";
import { finishRun, writeReport } from "../pipeline/finish.ts";
import { summarizeRun } from "../pipeline/summarize.ts";
import { createToolkit, repairAgentNamed, type Toolkit } from "../registry.ts";
import { renderTask } from "../task/render.ts";
import { toProgram } from "../task/program.ts";
import { validate } from "../util/validate.ts";
import { toolkitVersion } from "../version.ts";
import { planSources } from "./plan.ts";

export interface RunOptions {
  /** Stops the work; what is finished stays and the next call continues. */
  readonly signal?: AbortSignal;
  /** Start over: drop what the folder holds of an earlier run. */
  readonly restart?: boolean;
  /** Versions recorded earlier, which environments are made with. */
  readonly locks?: readonly EnvironmentLock[];
  readonly clock?: () => Date;
}

/** The folder a configuration's run lives in: `out`, else `runs/<name>`. */
export function runFolder(config: Pick<Config, "name" | "out">): string {
  return resolve(config.out ?? join("runs", config.name ?? "default"));
}

/**
 * Scrapes, generates, verifies, exports and reports: the main job. A killed build continues where it stopped.
 * @throws ToolkitError `config-invalid`, `run-conflict`, `sandbox-unavailable`, `package-not-found`, …
 */
export async function* build(
  input: ConfigInput,
  options: RunOptions = {},
): AsyncGenerator<PipelineEvent, Summary> {
  const config = validate<Config>(configSchema, input, "configuration");
  return yield* withRun(config, options, async function* (store, toolkit) {
    const plans = await planSources(toolkit, config.sources);
    return yield* buildRun(store, plans, config, await partsOf(store, toolkit, config, options));
  });
}

/** The scrape stage of a run, alone: fills `documents.jsonl` and `ingest.json`. */
export async function* scrapeRun(
  input: ConfigInput,
  options: RunOptions = {},
): AsyncGenerator<PipelineEvent, Summary> {
  const config = validate<Config>(configSchema, input, "configuration");
  return yield* withRun(config, options, async function* (store, toolkit) {
    const plans = await planSources(toolkit, config.sources);
    const context = { parsePages: toolkit.parsePages, signal: signalOf(options), clock: clockOf(options) };
    const previous = await store.startRefresh();
    yield* runScrape(store, plans, config, { ...context, previous });
    await store.endRefresh();
    const summary = await summarizeRun(store);
    yield* writeReport(store, summary, renderText);
    return summary;
  });
}

/** The generate stage of a run whose scrape is finished. */
export async function* generateRun(
  input: ConfigInput,
  options: RunOptions = {},
): AsyncGenerator<PipelineEvent, Summary> {
  const config = validate<Config>(configSchema, input, "configuration");
  return yield* withRun(config, { ...options, mustExist: true }, async function* (store, toolkit) {
    requireStage(store.documents.sealed, store.folder, "scrape");
    yield* runGenerate(store, config, await partsOf(store, toolkit, config, options));
    return await summarizeRun(store);
  });
}

/** The verify stage of a run whose generate is finished. */
export async function* verifyRun(
  input: ConfigInput,
  options: RunOptions = {},
): AsyncGenerator<PipelineEvent, Summary> {
  const config = validate<Config>(configSchema, input, "configuration");
  return yield* withRun(config, { ...options, mustExist: true }, async function* (store, toolkit) {
    requireStage(store.tasks.sealed, store.folder, "generate");
    yield* runVerify(store, config, await partsOf(store, toolkit, config, options));
    return await summarizeRun(store);
  });
}

/** Writes the dataset, the summary and the report of a run again, from its journals. */
export async function* exportRun(
  folder: string,
  options: RunOptions & { readonly formats?: readonly ExportFormat[]; readonly exportFolder?: string } = {},
): AsyncGenerator<PipelineEvent, Summary> {
  const store = await RunStore.open(resolve(folder), null);
  try {
    requireStage(store.verdicts.sealed, store.folder, "verify");
    const { formats = ["parquet", "jsonl", "py"], exportFolder } = options;
    const target = exportFolder === undefined ? {} : { exportFolder: resolve(exportFolder) };
    return yield* finishRun(store, { formats, renderTask: renderText, ...target });
  } finally {
    await store.close();
  }
}

async function* withRun(
  config: Config,
  options: RunOptions & { readonly mustExist?: boolean },
  work: (store: RunStore, toolkit: Toolkit) => AsyncGenerator<PipelineEvent, Summary>,
): AsyncGenerator<PipelineEvent, Summary> {
  const folder = runFolder(config);
  if (options.restart === true) await clearRun(folder);
  const identity = { name: config.name ?? basename(folder), toolkitVersion };
  const store = await RunStore.open(folder, options.mustExist === true ? null : identity);
  const toolkit = createToolkit({ ...config, locks: options.locks });
  try {
    return yield* work(store, toolkit);
  } finally {
    await toolkit.close();
    await store.close();
  }
}

/** The adapters that a run works with. */
export async function partsOf(
  store: RunStore,
  toolkit: Toolkit,
  config: Config,
  options: RunOptions,
): Promise<PipelineParts> {
  if (config.repair !== undefined && config.model === undefined) {
    throw new ToolkitError("usage", "--repair needs a model", { hint: "Name one with --model." });
  }
  return {
    sandbox: await toolkit.sandbox(),
    environments: await toolkit.environments(),
    generator: toolkit.generator(config.generator ?? usualGenerator(config)),
    models:
      config.model === undefined
        ? null
        : toolkit.models(config.model, await openLedgerFile(store.ledgerPath)),
    repairAgent: config.repair === undefined ? null : repairAgentNamed(config.repair),
    parsePages: toolkit.parsePages,
    renderTask: renderText,
    toProgram,
    fetchAssets: config.network === "prefetch" ? (assets) => toolkit.fetchAssets(assets) : null,
    toolkitVersion,
    signal: signalOf(options),
    clock: clockOf(options),
  };
}

/** Pairs of tasks are there to be joined; pages are read by a model where one is named. */
function usualGenerator({ sources, model }: Config): string {
  if (sources.every(({ source }) => source === "tasks")) return "compose";
  return model === undefined ? "extract" : "piecewise";
}

const renderText: PipelineParts["renderTask"] = (task) => renderTask(task).text;

/** Hundreds of calls and sandbox runs wait for one signal at a time, which is no leak. */
function signalOf(options: RunOptions): AbortSignal {
  const signal = options.signal ?? new AbortController().signal;
  setMaxListeners(0, signal);
  return signal;
}

function clockOf(options: RunOptions): () => Date {
  return options.clock ?? (() => new Date());
}

function requireStage(done: boolean, folder: string, stage: string): void {
  if (done) return;
  throw new ToolkitError("input-invalid", `${folder} has no finished ${stage} stage`, {
    hint: `Run \`codergen ${stage}\` (or \`codergen build\`) on it first.`,
  });
}

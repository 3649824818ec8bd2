/** The main job: scrape, generate, verify, export, report, in one resumable run. */
import type { Config, ModelConfig, SourceConfig } from "../contracts/config.ts";
import type { EnvironmentManager } from "../contracts/environment.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { Generator, ModelSet } from "../contracts/generator.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { RepairAgent } from "../contracts/repair.ts";
import type { Program, Sandbox } from "../contracts/sandbox.ts";
import type { StageName } from "../contracts/manifest.ts";
import type { Summary } from "../contracts/summary.ts";
import type { Task } from "../contracts/task.ts";
import type { RunStore } from "../io/run-store.ts";
import { logged } from "./events-log.ts";
import { finishRun } from "./finish.ts";
import { generateStage } from "./generate.ts";
import { taskRepairer } from "./repair-task.ts";
import { type ParsePages, type ScrapeContext, scrapeStage, type SourcePlan } from "./scrape.ts";
import type { Preparation } from "./prepare.ts";
import { verifyStage } from "./verify.ts";

/** The adapters a run works with; the registry makes them. */
export interface PipelineParts {
  readonly sandbox: Sandbox;
  readonly environments: EnvironmentManager;
  readonly generator: Generator;
  /** Null when no model was named. */
  readonly models: ModelSet | null;
  /** Repairs programs that fail their cases; null: the generator's own rounds do. */
  readonly repairAgent: RepairAgent | null;
  readonly parsePages: ParsePages;
  readonly renderTask: (task: Task) => string;
  readonly toProgram: (task: Task) => Program;
  readonly fetchAssets: Preparation["fetchAssets"];
  readonly toolkitVersion: string;
  readonly signal: AbortSignal;
  readonly clock: () => Date;
}

const DOCUMENTS_IN_BATCHES = 2_000;

/** Runs every stage that is not finished yet, then writes the results. */
export async function* buildRun(
  store: RunStore,
  plans: readonly SourcePlan[],
  config: Config,
  parts: PipelineParts,
): AsyncGenerator<PipelineEvent, Summary> {
  yield* runScrape(store, plans, config, { ...parts, previous: null });
  yield* runGenerate(store, config, parts);
  yield* runVerify(store, config, parts);
  return yield* finishRun(store, { formats: config.export.formats, renderTask: parts.renderTask });
}

/** What an earlier scrape has to do with this one. */
export type ScrapeRules = Pick<ScrapeContext, "previous" | "keepFailed" | "further">;

export async function* runScrape(
  store: RunStore,
  plans: readonly SourcePlan[],
  config: Pick<Config, "sources" | "workers" | "environments">,
  parts: Pick<PipelineParts, "parsePages" | "signal" | "clock"> & ScrapeRules,
): AsyncGenerator<PipelineEvent> {
  await claim(store, "scrape", {
    sources: config.sources.map(withoutSecrets),
    ...constraintsOf(config),
  });
  const stage = scrapeStage(store, plans, { ...parts, concurrency: config.workers });
  yield* logged(store, stage, parts.clock);
}

/** @param further Arguments to note beside those of every run. */
export async function* runGenerate(
  store: RunStore,
  config: Pick<Config, "model" | "workers" | "verify" | "environments">,
  parts: PipelineParts,
  further: JsonObject = {},
): AsyncGenerator<PipelineEvent> {
  await claim(store, "generate", {
    generator: parts.generator.name,
    limits: config.verify.limits,
    ...(config.model === undefined ? {} : { model: repeatable(config.model) }),
    ...(parts.repairAgent === null ? {} : { repair: parts.repairAgent.name }),
    ...constraintsOf(config),
    ...further,
  });
  // documents wait for the model most of the time; the sandbox has slots of its own
  const concurrency = Math.max(config.workers, documentsInWork(config.model));
  const { limits } = config.verify;
  const { models, repairAgent } = parts;
  const repair =
    models === null || repairAgent === null
      ? {}
      : { repair: taskRepairer(repairAgent, { ...parts, models, limits }) };
  const context = { ...parts, ...repair, limits, concurrency };
  yield* logged(store, generateStage(store, parts.generator, context), parts.clock);
}

/** More than calls at one time, so that the sandbox never keeps the model waiting; batches want as many as there are. */
function documentsInWork(model: ModelConfig | undefined): number {
  if (model === undefined) return 0;
  return model.batch ? DOCUMENTS_IN_BATCHES : 2 * model.concurrency;
}

export async function* runVerify(
  store: RunStore,
  config: Pick<Config, "workers" | "verify" | "network" | "environments">,
  parts: PipelineParts,
): AsyncGenerator<PipelineEvent> {
  const { network, environments } = config;
  await claim(store, "verify", {
    ...config.verify,
    backend: parts.sandbox.backend,
    ...constraintsOf(config),
    ...(network === "none" ? {} : { network }),
    ...environmentChoices(environments),
  });
  const stage = verifyStage(store, config.verify, { ...parts, concurrency: config.workers });
  yield* logged(store, stage, parts.clock);
}

/** Versions decide about the result; a run without constraints has no word of them. */
function constraintsOf({ environments }: Pick<Config, "environments">): { constraints?: readonly string[] } {
  const { constraints } = environments;
  return constraints.length === 0 ? {} : { constraints: constraints.toSorted() };
}

/** What of the environments' settings decides about verdicts, where it is not the default. */
function environmentChoices({ allow, extraIndex }: Config["environments"]): object {
  if (allow === null && extraIndex === null) return {};
  return {
    environments: { ...(allow && { allow }), ...(extraIndex && { extraIndex: withoutUser(extraIndex) }) },
  };
}

function withoutUser(address: string): string {
  const url = new URL(address);
  url.username = url.password = "";
  return url.href;
}

/** A token decides what may be read, not what a page says; it has no place in a manifest. */
function withoutSecrets({ token: _token, ...source }: SourceConfig): SourceConfig {
  return source;
}

/** What of a model's settings decides about the result: not budget, pace or where answers are kept. */
function repeatable({ name, baseUrl, azureApiVersion, roles, sampling, rounds, prompts }: ModelConfig) {
  return { name, baseUrl, azureApiVersion, roles, sampling, rounds, prompts };
}

/** A stage's arguments as plain JSON, noted in the manifest. */
async function claim(store: RunStore, stage: StageName, stageArguments: unknown): Promise<void> {
  await store.claimStage(stage, JSON.parse(JSON.stringify(stageArguments)) as JsonObject);
}

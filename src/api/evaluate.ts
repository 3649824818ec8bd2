/** Evaluating a model, or a file of samples, on a dataset. */
import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { JsonObject } from "../contracts/json.ts";
import type { EvaluateInput, EvaluateOptions } from "../contracts/evaluate-options.ts";
import { evaluateOptionsSchema } from "../contracts/evaluate-options.ts";
import type { EvaluationManifest } from "../contracts/evaluation.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import { limitsSchema } from "../contracts/sandbox.ts";
import type { EvaluationSummary } from "../contracts/score.ts";
import { ToolkitError } from "../errors.ts";
import { clearEvaluation, EvaluationStore } from "../io/evaluation-store.ts";
import { graderVersion } from "../io/grader-version.ts";
import { requireFile } from "../io/dataset-rows.ts";
import { openLedgerFile } from "../io/ledger-file.ts";
import type { ModelServer } from "../model/model-call.ts";
import { RunStore } from "../io/run-store.ts";
import type { Questions } from "../evaluate/question.ts";
import { errorCategoryOf } from "../pipeline/evaluate/error-category.ts";
import {
  type EntrySettings,
  evaluateEntry,
  type EvaluationParts,
  type Subject,
} from "../pipeline/evaluate/evaluate-entry.ts";
import { type Dataset, readDataset } from "../pipeline/evaluate/read-dataset.ts";
import { createToolkit, repairAgentNamed, type Toolkit } from "../registry.ts";
import { hashValue } from "../util/hash.ts";
import { validate } from "../util/validate.ts";
import { toolkitVersion } from "../version.ts";

/** CPU time a case may use, in multiples of the reference's. */
const CPU_FACTOR = 5;
const LEAST_WALL_SECONDS = 30;
/** Samples in work for each worker: programs are made and hashed while others run. */
const UNITS_PER_WORKER = 4;

export interface EvaluateRunOptions {
  /** Stops the work; what is finished stays and the next call continues. */
  readonly signal?: AbortSignal;
  /** Start over: drop what the folder holds. */
  readonly restart?: boolean;
  readonly clock?: () => Date;
  /** Only these tasks of the dataset, by id. */
  readonly only?: ReadonlySet<string>;
  /** Asked instead of `model.baseUrl`; its address stands for the model's content. */
  readonly server?: ModelServer;
  /** Tasks that are put to the model in these words instead of a style's. */
  readonly questions?: Questions;
}

/** The folder an evaluation lives in: `out`, else `runs/evaluate-<dataset>`. */
export function evaluationFolder({ out, dataset }: Pick<EvaluateInput, "out" | "dataset">): string {
  const name = basename(dataset).replace(/\.(jsonl|json|parquet|py)(\.gz)?$/, "");
  return resolve(out ?? join("runs", `evaluate-${name}`));
}

/**
 * Grades a model's answers, or the samples of a file, and scores them. One folder holds one dataset and any number of
 * models; a killed evaluation continues, and nothing that was graded is graded again.
 * @returns The summary, also in `models/<label>/summary.json` of the folder.
 * @throws ToolkitError `config-invalid`, `input-not-found`, `input-invalid`, `run-conflict`, `budget-exhausted`, …
 */
export async function* evaluate(
  input: EvaluateInput,
  runOptions: EvaluateRunOptions = {},
): AsyncGenerator<PipelineEvent, EvaluationSummary> {
  const options = validate<EvaluateOptions>(evaluateOptionsSchema, input, "evaluation");
  const signal = runOptions.signal ?? new AbortController().signal;
  setMaxListeners(0, signal);
  const subject = subjectOf(options, runOptions);
  if (subject.kind === "file") await requireFile(subject.path);
  const dataset = withOptions(await readDataset(options.dataset, options), options, runOptions);
  const folder = evaluationFolder(options);
  if (runOptions.restart === true) await clearEvaluation(folder);
  const settings = settingsOf(options, subject, runOptions);
  const store = await EvaluationStore.open(folder, manifestOf(dataset, options));
  const toolkit = createToolkit(options);
  const clock = runOptions.clock ?? (() => new Date());
  try {
    const parts = await partsOf(toolkit, options, {
      ledgerPath: store.ledgerPath(settings.label),
      signal,
      server: runOptions.server,
    });
    const work = evaluateEntry(store, { dataset, subject, settings }, parts);
    for (;;) {
      const step = await work.next();
      if (step.done === true) return step.value;
      await store.logEvent(step.value, clock());
      yield step.value;
    }
  } finally {
    await toolkit.close();
    await store.close();
  }
}

/**
 * A file of samples where one is named; the model then only repairs.
 * @throws ToolkitError `usage` when there is nothing to evaluate, or an agent has no model.
 */
function subjectOf(
  { samples, model, style, samplesPerTask, agents }: EvaluateOptions,
  { questions }: EvaluateRunOptions,
): Subject {
  if (agents.length > 0 && model === undefined) {
    throw new ToolkitError("usage", "an agent needs a model", { hint: "Name one with --model." });
  }
  if (samples !== undefined) return { kind: "file", path: samples };
  if (model !== undefined) {
    return { kind: "model", name: model.name, style, samples: samplesPerTask, questions: questions ?? null };
  }
  throw new ToolkitError("usage", "nothing to evaluate", {
    hint: "Name a model (--model, with --base-url for a local server), or a file of samples (--samples).",
  });
}

function withOptions(
  dataset: Dataset,
  { tasks: count, requirements }: EvaluateOptions,
  { only }: EvaluateRunOptions,
): Dataset {
  const tasks = dataset.tasks
    .filter(({ id }) => only?.has(id) ?? true)
    .slice(0, count)
    .map((task) => ({ ...task, requirements: [...new Set([...task.requirements, ...requirements])].sort() }));
  return { ...dataset, tasks };
}

function settingsOf(
  options: EvaluateOptions,
  subject: Subject,
  { server }: EvaluateRunOptions,
): EntrySettings {
  const { cpuSeconds, checkReferences, stubs, workers, rounds, samplesPerTask, model } = options;
  const ks = options.passK ?? [...new Set([1, samplesPerTask])];
  const limits = limitsSchema.parse({ cpuSeconds, wallSeconds: LEAST_WALL_SECONDS });
  return {
    label: options.label ?? labelOf(subject),
    entryArguments: entryArguments(options, subject, server),
    calibration: { limits, cpuFactor: CPU_FACTOR },
    ks,
    checkReferences,
    stubs,
    rounds,
    concurrency: workers * UNITS_PER_WORKER,
    modelConcurrency: model === undefined ? 0 : 2 * model.concurrency,
  };
}

/**
 * What decides about a model's answers. A file may change: its samples are graded by what they say. Two files with one
 * name are not one file, unless a label says so.
 */
function entryArguments(
  { model, label }: EvaluateOptions,
  subject: Subject,
  server: ModelServer | undefined,
): JsonObject {
  if (subject.kind === "file")
    return label === undefined ? { kind: "file", path: resolve(subject.path) } : { kind: "file" };
  if (model === undefined) return { kind: "model" };
  const { name, baseUrl, azureApiVersion, sampling, prompts } = model;
  const asked = subject.questions === null ? null : hashValue([...subject.questions]);
  const settings = {
    ...{ name, baseUrl: server?.address ?? baseUrl, azureApiVersion, sampling, prompts },
    ...{ style: subject.style, ...(asked !== null && { asked }) },
  };
  return JSON.parse(JSON.stringify({ kind: "model", ...settings })) as JsonObject;
}

function labelOf(subject: Subject): string {
  const name =
    subject.kind === "file"
      ? basename(subject.path).replace(/\.[^.]*$/, "")
      : subject.name.replace(/^.*\//, "");
  const safe = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || "entry";
  return subject.kind === "model" && subject.style !== "chat" ? `${safe}-${subject.style}` : safe;
}

function manifestOf({ name, format, tasks }: Dataset, options: EvaluateOptions): EvaluationManifest {
  const { checkReferences, stubs, cpuSeconds, network } = options;
  return {
    schemaVersion: 1,
    toolkitVersion,
    dataset: { name, format, hash: hashValue(tasks), tasks: tasks.length },
    settings: { checkReferences, stubs, cpuSeconds, network },
  };
}

interface PartsRequest {
  readonly ledgerPath: string;
  readonly signal: AbortSignal;
  readonly server: ModelServer | undefined;
}

async function partsOf(
  toolkit: Toolkit,
  options: EvaluateOptions,
  { ledgerPath, signal, server }: PartsRequest,
): Promise<EvaluationParts> {
  const { model } = options;
  return {
    sandbox: await toolkit.sandbox(),
    environments: await toolkit.environments(),
    models: model === undefined ? null : toolkit.models(model, await openLedgerFile(ledgerPath), server),
    agents: options.agents.map(repairAgentNamed),
    documents: options.agents.length === 0 ? () => [] : await documentsOf(options.dataset),
    categoryOf: errorCategoryOf,
    graderVersion: graderVersion(),
    toolkitVersion,
    signal,
    now: () => performance.now(),
  };
}

/** Scraped pages of a run's folder, for agents to look things up in; other datasets bring none. */
async function documentsOf(dataset: string): Promise<EvaluationParts["documents"]> {
  if (!existsSync(join(dataset, "manifest.json"))) return () => [];
  const pages = new Map<string, { title: string; text: string }>();
  const store = await RunStore.open(dataset, null);
  try {
    for await (const { document } of store.documents.records()) {
      if (document === null) continue;
      const { id, name, title, description, examples } = document;
      const text = [description, ...examples.map(({ code }) => code)].join("\n\n");
      pages.set(id, { title: title ?? name, text });
    }
  } finally {
    await store.close();
  }
  const all = [...pages.values()];
  return () => all;
}

/** One model, or one file of samples, on a dataset: references, samples, repairs, summary. */
import type { EnvironmentManager } from "../../contracts/environment.ts";
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import { sampleKey, type SampleVerdict } from "../../contracts/evaluation.ts";
import type { PipelineEvent } from "../../contracts/events.ts";
import type { ModelSet } from "../../contracts/generator.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { RepairAgent, RepairRequest } from "../../contracts/repair.ts";
import type { Sandbox } from "../../contracts/sandbox.ts";
import type { EvaluationSummary } from "../../contracts/score.ts";
import type { PromptStyle } from "../../contracts/evaluation.ts";
import type { EvaluationEntry, EvaluationStore } from "../../io/evaluation-store.ts";
import { AS_TRAINED, type Questions } from "../../evaluate/question.ts";
import { loadPython } from "../../python/index.ts";
import { runBounded } from "../bounded.ts";
import type { Calibration } from "../calibrated-sandbox.ts";
import { CandidateGrader } from "./candidate-grader.ts";
import { gradeFileUnit, gradeModelUnit, type UnitContext } from "./grade-units.ts";
import type { Dataset } from "./read-dataset.ts";
import { checkReferences, type ReferenceSettings } from "./references.ts";
import { repairSamples } from "./repair-samples.ts";
import { fileUnits, type FileUnit, modelUnits, type ModelUnit, type Unusable } from "./sample-units.ts";
import { summarizeEntry } from "./summarize-entry.ts";

/** What is evaluated. */
export type Subject =
  | { readonly kind: "file"; readonly path: string }
  | {
      readonly kind: "model";
      readonly name: string;
      readonly style: PromptStyle;
      readonly samples: number;
      /** Tasks that are put in other words than the style's; null for none. */
      readonly questions: Questions | null;
    };

export interface EvaluationParts {
  readonly sandbox: Sandbox;
  readonly environments: EnvironmentManager;
  /** For asking, and for agents; null when a file is evaluated without one. */
  readonly models: ModelSet | null;
  readonly agents: readonly RepairAgent[];
  readonly documents: (task: EvaluationTask) => RepairRequest["documents"];
  readonly categoryOf: (verdict: SampleVerdict, program: string) => string;
  readonly graderVersion: string;
  readonly toolkitVersion: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

export interface EntrySettings extends Omit<ReferenceSettings, "concurrency"> {
  readonly label: string;
  readonly entryArguments: JsonObject;
  readonly calibration: Calibration;
  readonly ks: readonly number[];
  /** Samples graded at one time, and questions asked at one time. */
  readonly concurrency: number;
  readonly modelConcurrency: number;
  /** Rounds an agent has. */
  readonly rounds: number;
}

export interface EntryPlan {
  readonly dataset: Dataset;
  readonly subject: Subject;
  readonly settings: EntrySettings;
}

/** Does what is open of one entry and returns its summary, which is also written to the entry's folder. */
export async function* evaluateEntry(
  store: EvaluationStore,
  { dataset, subject, settings }: EntryPlan,
  parts: EvaluationParts,
): AsyncGenerator<PipelineEvent, EvaluationSummary> {
  const { label, calibration } = settings;
  const { sandbox, environments, graderVersion, signal } = parts;
  const shared = { store, sandbox, environments, calibration, graderVersion, signal };
  await environments.merge?.(
    dataset.tasks.map(({ requirements }) => requirements),
    signal,
  );
  const referenceGrader = new CandidateGrader({ ...shared, label: "references" });
  yield* checkReferences(store, dataset.tasks, referenceGrader, settings);
  const scored = await scoredTasks(store, dataset);
  const entry = await store.entry(label, settings.entryArguments);
  try {
    const grader = new CandidateGrader({ ...shared, label });
    const python = await loadPython();
    const context: UnitContext = { label, store, entry, grader, python, signal, now: parts.now };
    const unusable: Unusable = { count: 0, ofExcluded: 0, reasons: {}, lines: [] };
    const expected = yield* gradeAll({ dataset, scored, subject, unusable, settings, parts }, context);
    for (const agent of parts.agents)
      yield* repairWith(agent, { scored, expected, settings, parts }, context);
    const facts = {
      dataset,
      label,
      model: subject.kind === "model" ? subject.name : label,
      style: subject.kind !== "model" ? null : subject.questions === null ? subject.style : AS_TRAINED,
      toolkitVersion: parts.toolkitVersion,
      scored,
      expected,
      unusable,
      ks: settings.ks,
      rounds: settings.rounds,
      categoryOf: parts.categoryOf,
    };
    const { summary, tasks } = await summarizeEntry(store, entry, facts);
    yield { type: "file-written", path: await entry.writeJson("summary.json", summary) };
    await entry.writeText("tasks.jsonl", tasks.map((task) => `${JSON.stringify(task)}\n`).join(""));
    await sealAll(store, entry, dataset, { expected, keepsOthers: subject.kind === "model" });
    return summary;
  } finally {
    await entry.close();
  }
}

/** Tasks that are not left out; a task whose reference could not be judged yet is scored in the next run. */
async function scoredTasks(store: EvaluationStore, dataset: Dataset): Promise<EvaluationTask[]> {
  const scored: EvaluationTask[] = [];
  for (const task of dataset.tasks) {
    const record = await store.references.get(task.id);
    if (record !== null && record.state !== "excluded") scored.push(task);
  }
  return scored;
}

interface Work {
  readonly scored: readonly EvaluationTask[];
  readonly subject: Subject;
  readonly settings: EntrySettings;
  readonly parts: EvaluationParts;
}

/** Grades every sample that is open; the keys of all samples there should be, in order. */
async function* gradeAll(
  {
    dataset,
    scored,
    subject,
    settings,
    parts,
    unusable,
  }: Work & {
    readonly dataset: Dataset;
    readonly unusable: Unusable;
  },
  context: UnitContext,
): AsyncGenerator<PipelineEvent, Set<string>> {
  const expected = new Set<string>();
  const tally = { earlier: 0 };
  const total = subject.kind === "model" ? subject.samples * scored.length : null;
  yield { type: "stage-started", stage: "samples", total, done: 0 };
  if (subject.kind === "file") {
    const tasks = new Map(dataset.tasks.map((task) => [task.id, task]));
    const ids = new Set(scored.map(({ id }) => id));
    const isScored = (id: string) => ids.has(id);
    const units = noted(fileUnits(subject.path, { tasks, isScored }, unusable), expected);
    const work = (unit: FileUnit) => gradeFileUnit(unit, context);
    yield* counted(runBounded(units, settings.concurrency, work), tally);
  } else {
    const { models } = parts;
    if (models === null) throw new Error("a model is evaluated without one");
    const units = noted(modelUnits(scored, subject.samples), expected);
    const { style, questions } = subject;
    const work = (unit: ModelUnit) => gradeModelUnit(unit, context, { models, style, questions });
    const concurrency = Math.max(settings.concurrency, settings.modelConcurrency);
    yield* counted(runBounded(units, concurrency, work), tally);
  }
  yield { type: "stage-finished", stage: "samples", earlier: tally.earlier };
  return expected;
}

/** Passes events on; what gives none was graded before. */
async function* counted(
  events: AsyncIterable<PipelineEvent | null>,
  tally: { earlier: number },
): AsyncGenerator<PipelineEvent> {
  for await (const event of events) {
    if (event === null) tally.earlier++;
    else yield event;
  }
}

async function* repairWith(
  agent: RepairAgent,
  { scored, expected, settings, parts }: Omit<Work, "subject"> & { readonly expected: ReadonlySet<string> },
  context: UnitContext,
): AsyncGenerator<PipelineEvent> {
  const { models, sandbox, documents } = parts;
  if (models === null) throw new Error("an agent works without a model");
  yield* repairSamples(context, {
    agent,
    models,
    sandbox,
    documents,
    tasks: new Map(scored.map((task) => [task.id, task])),
    samples: expected,
    rounds: settings.rounds,
    concurrency: Math.max(settings.concurrency, settings.modelConcurrency),
  });
}

/** Passes units on and remembers their keys. */
async function* noted<Unit extends ModelUnit>(
  units: AsyncIterable<Unit>,
  keys: Set<string>,
): AsyncGenerator<Unit> {
  for await (const unit of units) {
    keys.add(sampleKey({ taskId: unit.task.id, index: unit.index }));
    yield unit;
  }
}

/**
 * Writes the journals in the order of the inputs, so that they do not depend on timing. A model's further samples were
 * paid for and stay; what a file no longer has goes, and its verdict stays.
 */
async function sealAll(
  store: EvaluationStore,
  entry: EvaluationEntry,
  dataset: Dataset,
  { expected, keepsOthers }: { readonly expected: ReadonlySet<string>; readonly keepsOthers: boolean },
): Promise<void> {
  const known = [...expected].filter((key) => entry.samples.has(key));
  const others = [...entry.samples.keys()].filter((key) => !expected.has(key)).sort();
  await entry.samples.seal(keepsOthers ? [...known, ...others] : known);
  await store.verdicts.seal([...store.verdicts.keys()].sort());
  await store.references.seal(dataset.tasks.map(({ id }) => id).filter((id) => store.references.has(id)));
}

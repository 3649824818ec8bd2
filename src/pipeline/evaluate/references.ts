/** Runs every task's own solution first: a task whose reference does not pass here can tell nothing about a model. */
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import type { ReferenceRecord, SampleVerdict } from "../../contracts/evaluation.ts";
import type { PipelineEvent } from "../../contracts/events.ts";
import { describeError } from "../../errors.ts";
import { faultOf, isPassed } from "../../evaluate/sample-score.ts";
import type { EvaluationStore } from "../../io/evaluation-store.ts";
import { runBounded } from "../bounded.ts";
import { SandboxGaveUp } from "../retry-sandbox.ts";
import type { CandidateGrader } from "./candidate-grader.ts";

export interface ReferenceSettings {
  /** False: no reference is run and no task left out. */
  readonly checkReferences: boolean;
  /** Find out which cases a stub passes, where the dataset does not say. */
  readonly stubs: boolean;
  readonly concurrency: number;
}

/** Fills `references.jsonl`; a task that the sandbox could not judge stays open and is noted. */
export async function* checkReferences(
  store: EvaluationStore,
  tasks: readonly EvaluationTask[],
  grader: CandidateGrader,
  settings: ReferenceSettings,
): AsyncGenerator<PipelineEvent> {
  const open = tasks.filter(({ id }) => !store.references.has(id));
  if (open.length > 0) {
    const done = tasks.length - open.length;
    yield { type: "stage-started", stage: "references", total: tasks.length, done };
    const work = (task: EvaluationTask) => checkOne(store, task, grader, settings);
    yield* runBounded(listed(open), settings.concurrency, work);
    yield { type: "stage-finished", stage: "references" };
  }
}

async function checkOne(
  store: EvaluationStore,
  task: EvaluationTask,
  grader: CandidateGrader,
  settings: ReferenceSettings,
): Promise<PipelineEvent> {
  try {
    const record = await referenceRecord(task, grader, settings);
    await store.references.append(record);
    return { type: "reference-checked", taskId: task.id, state: record.state, reason: record.reason };
  } catch (error) {
    if (!(error instanceof SandboxGaveUp)) throw error;
    return { type: "record-ungraded", stage: "references", key: task.id, message: describeError(error) };
  }
}

async function referenceRecord(
  task: EvaluationTask,
  grader: CandidateGrader,
  settings: ReferenceSettings,
): Promise<ReferenceRecord> {
  const { id: taskId, reference, vacuousCases } = task;
  const known = { vacuousCases: vacuousCases ?? [], stubsKnown: vacuousCases !== null };
  if (reference === null || !settings.checkReferences) {
    return { taskId, state: "unchecked", reason: null, detail: null, ...known };
  }
  const verdict = await grader.grade(task, reference);
  if (!verdict.cases.every(isPassed)) return { taskId, ...exclusion(verdict), ...known };
  const passed = { taskId, state: "passed", reason: null, detail: null } as const;
  if (vacuousCases !== null || !settings.stubs) return { ...passed, ...known };
  const found = await grader.vacuousCases(task, reference);
  return { ...passed, vacuousCases: found ?? [], stubsKnown: found !== null };
}

function exclusion({
  cases,
  cause,
  outcome,
}: SampleVerdict): Pick<ReferenceRecord, "state" | "reason" | "detail"> {
  const failed = cases.find((result) => !isPassed(result));
  const why = failed?.cause ?? cause;
  const fault = faultOf(why);
  const message = why === null ? outcome : `${why.exception ?? why.code}: ${why.message}`;
  const reason =
    outcome === "not-run"
      ? (why?.code ?? "not-run")
      : fault === null
        ? "reference-failed"
        : "environment-fault";
  return { state: "excluded", reason, detail: `${failed?.name ?? "all cases"}: ${message}` };
}

async function* listed<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

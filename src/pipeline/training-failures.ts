/** Failures for `repair` and `preference` rows: from a run's own attempts, and from evaluations. */
import type { Attempt } from "../contracts/attempt.ts";
import type { TaskRow } from "../contracts/task-row.ts";
import type { TrainingFailure, TrainingTask } from "../contracts/training.ts";
import { ToolkitError } from "../errors.ts";
import { failedPrograms, type FailedProgram } from "../io/failed-programs.ts";
import type { RunStore } from "../io/run-store.ts";
import { codeOfReply } from "../model/reply-code.ts";
import { analyseFailure, isProgramFault } from "../repair/index.ts";

const MOST_FAILURE_CHARS = 2_000;

export type FailuresOf = (task: TrainingTask) => readonly TrainingFailure[];

/** What a row is as a training example. */
export function trainingTaskOf(row: TaskRow): TrainingTask {
  return {
    taskId: row.task_id,
    documentId: row.document_id,
    source: row.source,
    domain: row.domain,
    licence: row.licence,
    instruction: row.instruction,
    functionName: row.function_name,
    requirements: row.requirements,
    code: [row.imports, row.function].filter((code) => code.trim() !== "").join("\n\n\n"),
    tests: row.tests,
  };
}

export interface CollectedFailures {
  /** Those of one task are found by it. */
  readonly failuresOf: FailuresOf;
  /** What a person should know of the evaluations: failures of tasks that the run does not have. */
  readonly notes: readonly string[];
}

/**
 * Reads all failures. Programs that failed for want of network are none.
 * @throws ToolkitError `input-not-found` for a folder that is no evaluation, `config-invalid` for an evaluation of
 * which no failure is of a task of the run.
 */
export async function collectFailures(
  store: RunStore,
  folders: readonly string[],
): Promise<CollectedFailures> {
  const own = folders.length === 0 ? new Set<string>() : await taskIdsOf(store);
  const programs = new Map<string, FailedProgram[]>();
  const notes: string[] = [];
  for (const folder of folders) {
    const strange = new Set<string>();
    const known = new Set<string>();
    for await (const failed of failedPrograms(folder)) {
      (own.has(failed.taskId) ? known : strange).add(failed.taskId);
      if (!own.has(failed.taskId)) continue;
      const list = programs.get(failed.taskId);
      if (list === undefined) programs.set(failed.taskId, [failed]);
      else list.push(failed);
    }
    if (known.size === 0 && strange.size > 0) throw otherDataset(folder, strange, store);
    if (strange.size > 0)
      notes.push(`${folder}: failures of ${strange.size} tasks are of no task of this run`);
    if (known.size + strange.size === 0) notes.push(`${folder}: no program failed`);
  }
  const attempts = await failedAttempts(store);
  const failuresOf: FailuresOf = (task) => {
    const found = [
      ...(programs.get(task.taskId) ?? []).flatMap((failed) => fromProgram(task, failed)),
      ...(attempts.get(task.taskId) ?? []).flatMap((attempt) => fromAttempt(task, attempt)),
    ];
    return [...new Map(found.map((failure) => [failure.broken.trim(), failure])).values()];
  };
  return { failuresOf, notes };
}

async function taskIdsOf(store: RunStore): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { tasks } of store.tasks.records()) for (const { id } of tasks) ids.add(id);
  return ids;
}

function otherDataset(folder: string, tasks: ReadonlySet<string>, store: RunStore): ToolkitError {
  const some = [...tasks].slice(0, 3).join(", ");
  return new ToolkitError(
    "config-invalid",
    `${folder} is the evaluation of another dataset: of its ${tasks.size} tasks with failures (${some}${tasks.size > 3 ? ", …" : ""}) ${store.folder} has none`,
    { hint: `Give the folder of an evaluation of this run: codergen evaluate ${store.folder} --out DIR.` },
  );
}

function fromProgram(task: TrainingTask, { broken, feedback, fixed }: FailedProgram): TrainingFailure[] {
  if (!definesFunction(broken, task.functionName)) return []; // prose, or a refusal
  const analysis = analyseFailure(feedback, { code: broken, requirements: task.requirements });
  if (analysis === null || !isProgramFault(analysis)) return [];
  const failed = feedback.cases.find(({ verdict }) => verdict !== "passed")?.cause ?? feedback.cause;
  const failure = failed?.traceback || failed?.message || analysis.cause;
  return different({
    task,
    broken,
    failure: failure.trim().slice(-MOST_FAILURE_CHARS),
    analysis,
    fixed: fixed ?? task.code,
    origin: fixed === null ? "sample" : "repair",
  });
}

/** Attempts of a document that gave exactly one task: of several it is not known which one an answer was for. */
async function failedAttempts(store: RunStore): Promise<Map<string, Attempt[]>> {
  const found = new Map<string, Attempt[]>();
  for await (const { tasks, attempts = [] } of store.tasks.records()) {
    const [task] = tasks;
    const failed = attempts.filter(({ result }) => result === "run-failed");
    if (task !== undefined && tasks.length === 1 && failed.length > 0) found.set(task.id, failed);
  }
  return found;
}

function fromAttempt(task: TrainingTask, attempt: Attempt): TrainingFailure[] {
  const broken = programOf(attempt.text);
  if (broken === null || !definesFunction(broken, task.functionName)) return [];
  const failure = attempt.problems.join("\n").slice(-MOST_FAILURE_CHARS);
  return different({ task, broken, failure, analysis: null, fixed: task.code, origin: "attempt" });
}

function definesFunction(code: string, name: string): boolean {
  return new RegExp(`^\\s*(?:async\\s+)?(?:def|class)\\s+${name}\\b`, "m").test(code);
}

/** The program of an answer, by function call or in a fence. */
function programOf(text: string): string | null {
  try {
    const fields = JSON.parse(text) as Record<string, unknown> | null;
    const code = fields?.["code"] ?? fields?.["implementation"] ?? null;
    return typeof code === "string" ? code : null;
  } catch {
    return codeOfReply(text)?.code ?? null;
  }
}

function different(failure: TrainingFailure): TrainingFailure[] {
  return failure.broken.trim() === failure.fixed.trim() ? [] : [failure];
}

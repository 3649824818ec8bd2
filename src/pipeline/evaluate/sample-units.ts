/** What is to be graded: samples of a file, or the questions to a model. Both name a task and an index. */
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import { fileSampleSchema } from "../../contracts/evaluation.ts";
import type { AnswerForm } from "../../evaluate/program-of-reply.ts";
import { numberedLines } from "../../io/dataset-rows.ts";
import { countInto } from "../../util/counts.ts";

export interface FileUnit {
  readonly task: EvaluationTask;
  readonly index: number;
  readonly text: string;
  readonly form: AnswerForm;
}

export interface ModelUnit {
  readonly task: EvaluationTask;
  readonly index: number;
}

/** Lines that are no sample of this dataset, by reason. */
export interface Unusable {
  count: number;
  /** Samples of tasks that are left out: nothing is wrong with them. */
  ofExcluded: number;
  readonly reasons: Record<string, number>;
  /** The first of them, by their place in the file. */
  readonly lines: { readonly line: number; readonly reason: string }[];
}

/** Lines that are named; of more only the number is told. */
const MOST_NAMED = 20;

/**
 * Samples of a file in its order; the index counts a task's samples where the line has none.
 * @param isScored False for a task of the dataset that is left out.
 */
export async function* fileUnits(
  path: string,
  { tasks, isScored }: { tasks: ReadonlyMap<string, EvaluationTask>; isScored: (taskId: string) => boolean },
  unusable: Unusable,
): AsyncGenerator<FileUnit> {
  const next = new Map<string, number>();
  const seen = new Set<string>();
  let number = 0;
  const leaveOut = (reason: string): void => {
    unusable.count++;
    if (unusable.lines.length < MOST_NAMED) unusable.lines.push({ line: number, reason });
    countInto(unusable.reasons, reason);
  };
  for await (const { text: line, number: place } of numberedLines(path)) {
    number = place;
    const parsed = fileSampleSchema.safeParse(json(line));
    if (!parsed.success) {
      leaveOut("invalid-sample");
      continue;
    }
    const { task_id, solution, completion, sample_index } = parsed.data;
    const task = tasks.get(task_id);
    if (task === undefined) {
      leaveOut("unknown-task");
      continue;
    }
    if (!isScored(task_id)) {
      unusable.ofExcluded++;
      continue;
    }
    const index = sample_index ?? next.get(task_id) ?? 0;
    next.set(task_id, Math.max(next.get(task_id) ?? 0, index + 1));
    if (seen.has(`${task_id}#${index}`)) {
      leaveOut("repeated-index");
      continue;
    }
    seen.add(`${task_id}#${index}`);
    const form = solution === undefined ? "completion" : "solution";
    yield { task, index, text: solution ?? completion ?? "", form };
  }
}

/** Every task `samples` times, the first sample of all tasks before the second of any. */
export async function* modelUnits(
  tasks: readonly EvaluationTask[],
  samples: number,
): AsyncGenerator<ModelUnit> {
  for (let index = 0; index < samples; index++) for (const task of tasks) yield { task, index };
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

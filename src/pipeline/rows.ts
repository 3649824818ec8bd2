/** Tasks joined with their verdicts, in task order. */
import type { Environment } from "../contracts/environment.ts";
import type { VerifyRecord } from "../contracts/execution.ts";
import type { Task } from "../contracts/task.ts";
import { ToolkitError } from "../errors.ts";
import type { TaskRow } from "../contracts/task-row.ts";
import { toRow } from "../export/row.ts";
import type { RunJournals } from "../io/run-store.ts";

type Records = Pick<RunJournals, "tasks" | "verdicts" | "environments">;

/** Every task of a run. */
export async function* runTasks(store: Pick<Records, "tasks">): AsyncGenerator<Task> {
  for await (const record of store.tasks.records()) yield* record.tasks;
}

export interface VerifiedTask {
  readonly task: Task;
  readonly record: VerifyRecord;
}

/**
 * Every task that has a verdict, with it. The verdicts of a finished stage are in the order of the tasks: both files are
 * read side by side, and nothing of them is held.
 */
export async function* verifiedTasks(
  store: Pick<Records, "tasks" | "verdicts">,
): AsyncGenerator<VerifiedTask> {
  if (store.verdicts.sealed) return yield* sideBySide(store);
  for await (const task of runTasks(store)) {
    const record = await store.verdicts.get(task.id);
    if (record !== null) yield { task, record };
  }
}

async function* sideBySide(store: Pick<Records, "tasks" | "verdicts">): AsyncGenerator<VerifiedTask> {
  const verdicts = store.verdicts.records();
  try {
    let next = await verdicts.next();
    for await (const task of runTasks(store)) {
      const record = next.done === true ? null : next.value;
      if (record?.taskId !== task.id) continue;
      yield { task, record };
      next = await verdicts.next();
    }
    if (next.done === true) return;
    throw new ToolkitError("input-invalid", `a verdict of ${next.value.taskId} has no task in this run`, {
      hint: "tasks.jsonl and verdicts.jsonl are of two runs: verify the tasks again with --restart.",
    });
  } finally {
    await verdicts.return(undefined);
  }
}

/** The dataset's rows, tier `none` included. */
export async function* runRows(store: Records, renderTask: (task: Task) => string): AsyncGenerator<TaskRow> {
  let last: Environment | null = null;
  for await (const { task, record } of verifiedTasks(store)) {
    const environment = await environmentOf(store, record, last);
    last = environment;
    yield toRow(task, record, environment, renderTask(task));
  }
}

/** Tasks one after another mostly share their environment. */
async function environmentOf(
  store: Pick<Records, "environments">,
  { environmentId, taskId }: VerifyRecord,
  last: Environment | null,
): Promise<Environment> {
  if (last?.id === environmentId) return last;
  const environment = await store.environments.get(environmentId);
  if (environment !== null) return environment;
  throw new ToolkitError("internal", `no environment ${environmentId} for task ${taskId}`);
}

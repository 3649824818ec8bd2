/** Tasks joined with their verdicts, in task order. */
import type { VerifyRecord } from "../contracts/execution.ts";
import type { Task } from "../contracts/task.ts";
import { ToolkitError } from "../errors.ts";
import type { TaskRow } from "../contracts/task-row.ts";
import { toRow } from "../export/row.ts";
import type { RunStore } from "../io/run-store.ts";

/** Every task of a run. */
export async function* runTasks(store: RunStore): AsyncGenerator<Task> {
  for await (const record of store.tasks.records()) yield* record.tasks;
}

/** Every task that has a verdict, with it. */
export async function* verifiedTasks(
  store: RunStore,
): AsyncGenerator<{ readonly task: Task; readonly record: VerifyRecord }> {
  for await (const task of runTasks(store)) {
    const record = await store.verdicts.get(task.id);
    if (record !== null) yield { task, record };
  }
}

/** The dataset's rows, tier `none` included. */
export async function* runRows(store: RunStore, renderTask: (task: Task) => string): AsyncGenerator<TaskRow> {
  for await (const { task, record } of verifiedTasks(store)) {
    const environment = await store.environments.get(record.environmentId);
    if (environment === null) {
      throw new ToolkitError("internal", `no environment ${record.environmentId} for task ${task.id}`);
    }
    yield toRow(task, record, environment, renderTask(task));
  }
}

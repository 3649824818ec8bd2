/** What two datasets differ in. */
import { resolve } from "node:path";
import type { DatasetDiff, TaskChange } from "../contracts/dataset-version.ts";
import type { TaskRow } from "../contracts/task-row.ts";
import { compareDatasets, type TaskRows } from "../pipeline/dataset/compare-datasets.ts";
import { openDataset } from "../pipeline/dataset/dataset-rows.ts";
import { renderTask } from "../task/render.ts";
import { unifiedDiff } from "../util/unified-diff.ts";

export interface DiffOptions {
  /** Unified diffs of the files of changed tasks. */
  readonly patch?: boolean;
}

export interface DiffResult {
  readonly changes: readonly TaskChange[];
  readonly diff: DatasetDiff;
}

/**
 * Tasks that were added, removed or changed between two datasets, moves between tiers, licences and package versions,
 * and the step of the version that this amounts to. A dataset is a run folder, an exported folder, or a file of one.
 * @throws ToolkitError `input-not-found`, `input-invalid`, `prerequisite-missing`.
 */
export async function diffDatasets(
  before: string,
  after: string,
  { patch = false }: DiffOptions = {},
): Promise<DiffResult> {
  const render = (task: Parameters<typeof renderTask>[0]) => renderTask(task).text;
  const old = await openDataset(resolve(before), render);
  try {
    const now = await openDataset(resolve(after), render);
    try {
      const { changes, diff } = await compareDatasets(old.rows, now.rows);
      return { changes: patch ? await withPatches(changes, old.rows, now.rows) : changes, diff };
    } finally {
      await now.close();
    }
  } finally {
    await old.close();
  }
}

async function withPatches(
  changes: readonly TaskChange[],
  before: TaskRows,
  after: TaskRows,
): Promise<TaskChange[]> {
  const wanted = new Set(changes.flatMap(({ kind, taskId }) => (kind === "changed" ? [taskId] : [])));
  const [old, now] = [await programsOf(before, wanted), await programsOf(after, wanted)];
  return changes.map((change) => {
    if (!wanted.has(change.taskId)) return change;
    const [was, is] = [old.get(change.taskId) ?? "", now.get(change.taskId) ?? ""];
    return { ...change, patch: unifiedDiff(was, is, `tasks/${change.taskId}.py`) };
  });
}

async function programsOf(rows: TaskRows, wanted: ReadonlySet<string>): Promise<Map<string, string>> {
  const programs = new Map<string, string>();
  const take = ({ task_id: id, program, tier }: TaskRow): void => {
    if (tier !== "none" && wanted.has(id)) programs.set(id, program);
  };
  for await (const row of rows()) take(row);
  return programs;
}

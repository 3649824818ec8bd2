/** The rows of a dataset, wherever it lies: a run, an exported folder, or one of its files. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type TaskRow, taskRowSchema } from "../../contracts/task-row.ts";
import type { Task } from "../../contracts/task.ts";
import { ToolkitError } from "../../errors.ts";
import { describeIssue } from "../../util/describe-issue.ts";
import { placed } from "../../util/validate.ts";
import { datasetRows, type FileRow } from "../../io/dataset-rows.ts";
import { openFinishedRun } from "../../io/finished-run.ts";
import { runRows } from "../rows.ts";
import type { TaskRows } from "./compare-datasets.ts";

export interface OpenDataset {
  readonly rows: TaskRows;
  close(): Promise<void>;
}

const HINT =
  "Give the folder of a finished run, an exported dataset, or a .jsonl, .json or .parquet file of one.";

/**
 * Opens a dataset for reading; its rows can be read as often as needed.
 * @throws ToolkitError `input-not-found`, `input-invalid`, `prerequisite-missing` for a run that is not finished.
 */
export async function openDataset(path: string, renderTask: (task: Task) => string): Promise<OpenDataset> {
  const info = await stat(path).catch(() => null);
  if (info === null) throw new ToolkitError("input-not-found", `there is no dataset ${path}`, { hint: HINT });
  if (info.isDirectory() && existsSync(join(path, "manifest.json"))) {
    const run = await openFinishedRun(path);
    return { rows: () => runRows(run, renderTask), close: () => run.close() };
  }
  const file = info.isDirectory() ? exportedFile(path) : path;
  return { rows: () => fileRows(file), close: async () => undefined };
}

/** The file of an exported folder that holds every row. */
function exportedFile(folder: string): string {
  const files = [join("jsonl", "any.jsonl"), join("data", "any", "test.parquet")];
  const found = files.map((file) => join(folder, file)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new ToolkitError("input-invalid", `${folder} is neither a run nor an exported dataset`, {
    hint: HINT,
  });
}

async function* fileRows(path: string): AsyncGenerator<TaskRow> {
  let number = 0;
  for await (const row of datasetRows(path)) yield rowOf(row, `${path}: row ${++number}`);
}

function rowOf(row: FileRow, where: string): TaskRow {
  const value = "values" in row ? row.values : jsonOf(row.text);
  const parsed = taskRowSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const fault = issue === undefined || value === null ? null : describeIssue(issue, taskRowSchema, value);
  const field = fault === null ? "" : `: ${placed(fault.place, fault.problem)}`;
  throw new ToolkitError("input-invalid", `${where} is no row of a dataset of codergen${field}`, {
    hint: HINT,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Rows of a finished dataset that two tasks can be joined from. */
import { existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { taskRowSchema } from "../../src/contracts/task-row.ts";
import type { z } from "zod";
import { ToolkitError } from "../../src/errors.ts";
import { datasetRows, type FileRow } from "../../src/io/dataset-rows.ts";

export const parentSchema = taskRowSchema.pick({
  task_id: true,
  document_id: true,
  licence: true,
  domain: true,
  instruction: true,
  requires_python: true,
  requirements: true,
  imports: true,
  function_name: true,
  function: true,
  tests: true,
});
/** What is kept of a task that others are made from. */
export type Parent = z.infer<typeof parentSchema>;

/**
 * The rows of a tier, in the order of the files.
 * @param from Folder of a run, of an exported dataset, or a file of either.
 * @throws ToolkitError `input-not-found` without such files, `input-invalid` for rows that are no tasks.
 */
export async function* parentRows(from: string, tier: string): AsyncGenerator<Parent> {
  for (const path of await filesOf(from, tier)) {
    let number = 0;
    for await (const row of datasetRows(path)) {
      number += 1;
      yield parentOf(row, `${path}: row ${number}`);
    }
  }
}

async function filesOf(from: string, tier: string): Promise<string[]> {
  if (existsSync(from) && !statSync(from).isDirectory()) return [from];
  const folder = [join(from, "export", "data", tier), join(from, "data", tier)].find((one) =>
    existsSync(one),
  );
  const names = folder === undefined ? [] : (await readdir(folder)).toSorted();
  const found = ["parquet", "jsonl"].map((ending) => names.filter((name) => name.endsWith(`.${ending}`)));
  const files = found.find((list) => list.length > 0) ?? [];
  if (files.length > 0) return files.map((name) => join(folder ?? "", name));
  throw new ToolkitError("input-not-found", `${from} has no tasks of tier ${tier}`, {
    hint: "Give --from the folder of a finished run or of an exported dataset, or its .parquet or .jsonl file; --tier chooses among any, all, verified.",
  });
}

function parentOf(row: FileRow, where: string): Parent {
  const parsed = parentSchema.safeParse("text" in row ? jsonOf(row.text) : row.values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ToolkitError("input-invalid", `${where} is no task: ${issue?.path.join(".") ?? ""} is missing`, {
    hint: "Tasks to be joined come from a dataset that this toolkit made: codergen export RUN.",
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

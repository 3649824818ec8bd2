/** Tasks, candidates and tests from files. */
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { ToolkitError } from "../../errors.ts";
import { loadPython } from "../../python/index.ts";
import { withoutMark } from "../../util/byte-order-mark.ts";
import { testTextsOf } from "../../rank/tests/test-texts.ts";
import { sampleSchema } from "../../contracts/grade.ts";

/** Where a run and an exported dataset have the rows of their best tier. */
const TIER_FILES = ["export/jsonl/verified.jsonl", "jsonl/verified.jsonl"];

/**
 * Rows of a `.jsonl` file or of a JSON array; of one row as `FILE#N` (from 1). A run or an exported dataset stands for
 * its tier `verified`.
 * @throws ToolkitError `input-not-found`, `input-invalid`.
 */
export async function readRows(place: string): Promise<unknown[]> {
  const [, file = place, number] = /^(.*)#(\d+)$/.exec(place) ?? [];
  const rows = parseRows(await readText(await rowsFile(file)), file);
  if (number === undefined) return rows;
  const row = rows[Number(number) - 1];
  if (row !== undefined) return [row];
  throw new ToolkitError("input-not-found", `${file} has ${rows.length} rows, none is number ${number}`, {
    hint: `Rows are counted from 1: ${file}#1 to ${file}#${rows.length}.`,
  });
}

async function rowsFile(place: string): Promise<string> {
  const found = await stat(place).catch(() => null);
  if (found?.isDirectory() !== true) return place;
  const file = TIER_FILES.map((name) => join(place, name)).find((path) => existsSync(path));
  if (file !== undefined) return file;
  throw new ToolkitError("input-not-found", `${place} is a folder without ${TIER_FILES.join(" or ")}`, {
    hint: "Give a run or an exported dataset that has JSON Lines (codergen export RUN --format jsonl), or a file.",
  });
}

function parseRows(text: string, file: string): unknown[] {
  try {
    const trimmed = text.trim();
    if (trimmed.startsWith("[")) return z.array(z.unknown()).parse(JSON.parse(trimmed));
    if (trimmed.startsWith("{") && !trimmed.includes("\n{")) return [JSON.parse(trimmed)];
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line): unknown => JSON.parse(line));
  } catch (error) {
    throw new ToolkitError("input-invalid", `${file} is neither JSON Lines nor a JSON array`, {
      hint: "Give HumanEval.jsonl, mbpp.jsonl, sanitized-mbpp.json, an export's JSON Lines, or rows with id, text, functionName and signature.",
      cause: error,
    });
  }
}

async function readText(file: string): Promise<string> {
  try {
    return withoutMark(await readFile(file, "utf8"));
  } catch (error) {
    throw new ToolkitError("input-not-found", `cannot read ${file}`, {
      hint: "Give a file, or a run's or an exported dataset's folder.",
      cause: error,
    });
  }
}

/** Texts by the task they belong to; null for texts of any task. */
export type TextsByTask = ReadonlyMap<string | null, readonly string[]>;

/** The texts for a task: its own, and those of any task. */
export function textsFor(texts: TextsByTask, task: string): string[] {
  return [...(texts.get(task) ?? []), ...(texts.get(null) ?? [])];
}

/**
 * Programs of a `.py` file, a folder of them, or a `.jsonl` file of samples (`task_id`, and `solution` or `completion`,
 * which continues the prompt).
 */
export async function readCandidates(path: string, promptOf: (task: string) => string): Promise<TextsByTask> {
  if (!path.endsWith(".jsonl")) return new Map([[null, await readPrograms(path)]]);
  const texts = new Map<string | null, string[]>();
  for (const [index, row] of (await readRows(path)).entries()) {
    const parsed = sampleSchema.safeParse(row);
    if (!parsed.success) {
      throw new ToolkitError("input-invalid", `${path}: line ${index + 1} is no sample`, {
        hint: "A line has task_id, and solution (a whole program) or completion (what continues the prompt).",
      });
    }
    const { task_id, solution, completion = "" } = parsed.data;
    const code = solution ?? continued(promptOf(task_id), completion);
    texts.set(task_id, [...(texts.get(task_id) ?? []), code]);
  }
  return texts;
}

/** A body behind a prompt; on a line of its own where the prompt's last one is not ended. */
function continued(prompt: string, completion: string): string {
  const isEnded = prompt === "" || prompt.endsWith("\n") || !/^[ \t]/.test(completion);
  return prompt + (isEnded ? "" : "\n") + completion;
}

/** File names of the programs in a folder, or of one file, by the program's text; none for samples of a `.jsonl` file. */
export async function candidateNames(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  if (path.endsWith(".jsonl")) return names;
  for (const file of await programFiles(path)) {
    const text = await readText(file);
    names.set(text, [...(names.get(text) ?? []), basename(file)]);
  }
  return names;
}

const testRowSchema = z.looseObject({
  task_id: z.union([z.string(), z.int()]).transform(String).nullable().default(null),
  test: z.string(),
});

/** Tests of a `.py` file, a folder of them, or a `.jsonl` file with `test` (and `task_id`) in each line. */
export async function readTestFiles(path: string): Promise<TextsByTask> {
  if (!path.endsWith(".jsonl")) {
    const [programs, python] = await Promise.all([readPrograms(path), loadPython()]);
    return new Map([[null, programs.flatMap((code) => testTextsOf(python, code))]]);
  }
  const texts = new Map<string | null, string[]>();
  for (const [index, row] of (await readRows(path)).entries()) {
    const parsed = testRowSchema.safeParse(row);
    if (!parsed.success)
      throw new ToolkitError("input-invalid", `${path}: line ${index + 1} has no test`, {
        hint: "A line has test (a test function or an assertion), and task_id where it is for one task.",
      });
    const { task_id, test } = parsed.data;
    texts.set(task_id, [...(texts.get(task_id) ?? []), test]);
  }
  return texts;
}

/** Texts of a `.py` file, or of every one in a folder, by name. */
async function readPrograms(path: string): Promise<string[]> {
  return Promise.all((await programFiles(path)).map(readText));
}

async function programFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null)
    throw new ToolkitError("input-not-found", `there is no file or folder ${path}`, {
      hint: "Give a .py file, a folder of them, or a .jsonl file.",
    });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".py")).sort();
  if (names.length === 0) {
    throw new ToolkitError("input-not-found", `${path} has no .py file`, {
      hint: "Give a folder with one program a file, a .py file, or a .jsonl file of samples.",
    });
  }
  return names.map((name) => join(path, name));
}

/** A dataset of any known layout as evaluation tasks: run folders, exports, task files, and other benchmarks' files. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import type { BenchmarkFormat, EvaluationTask } from "../../contracts/evaluation-task.ts";
import type { Tier } from "../../contracts/execution.ts";
import { ToolkitError } from "../../errors.ts";
import { evaluationTaskOf } from "../../evaluate/formats/codergen.ts";
import { formatOfFields, rowReaders } from "../../evaluate/formats/index.ts";
import { rowContext } from "../../evaluate/formats/read-row.ts";
import { type Row, rowOfObject, rowOfText } from "../../evaluate/formats/row.ts";
import { type ConfigName, inConfig } from "../../export/row.ts";
import { datasetRows, type FileRow } from "../../io/dataset-rows.ts";
import { RunStore } from "../../io/run-store.ts";
import { loadPython, type Python } from "../../python/index.ts";
import { importFolder } from "../../task/index.ts";
import { parseTask } from "../../task/parse.ts";
import { toolkitVersion } from "../../version.ts";
import { verifiedTasks } from "../rows.ts";

export interface DatasetOptions {
  /** Left out: told by layout and fields. */
  readonly format?: BenchmarkFormat | undefined;
  /** Tasks of at least this tier, where the dataset has tiers ("all"). */
  readonly tier?: ConfigName | undefined;
}

export interface Dataset {
  readonly name: string;
  readonly format: BenchmarkFormat;
  readonly tasks: readonly EvaluationTask[];
}

/**
 * Every task of a file or folder; two with one id are an error.
 * @throws ToolkitError `input-not-found`, `input-invalid`, `config-invalid` for a row without its format's fields.
 */
export async function readDataset(path: string, options: DatasetOptions = {}): Promise<Dataset> {
  const python = await loadPython();
  const tasks: EvaluationTask[] = [];
  const seen = new Set<string>();
  for await (const task of tasksOf(path, options, python)) {
    if (seen.has(task.id)) {
      throw new ToolkitError("input-invalid", `${path} has two tasks with the id ${task.id}`, {
        hint: "Ids name the tasks that samples belong to: give each its own.",
      });
    }
    seen.add(task.id);
    tasks.push(task);
  }
  const [first] = tasks;
  if (first === undefined) {
    throw new ToolkitError("input-invalid", `${path} has no task to evaluate on`, {
      hint: "Give a run folder, an exported dataset, task files, or a benchmark's file; --tier any takes more tasks of a run.",
    });
  }
  return { name: basename(path), format: first.format, tasks };
}

async function* tasksOf(
  path: string,
  options: DatasetOptions,
  python: Python,
): AsyncGenerator<EvaluationTask> {
  const info = await stat(path).catch(() => null);
  if (info === null) {
    throw new ToolkitError("input-not-found", `there is no dataset ${path}`, {
      hint: "Give a run folder, an exported dataset, task files, or a benchmark's .jsonl, .json or .parquet file.",
    });
  }
  if (info.isDirectory()) yield* folderTasks(path, options, python);
  else if (path.endsWith(".py")) yield await fileTask(path, python);
  else yield* rowTasks(path, options, python);
}

async function* folderTasks(
  path: string,
  options: DatasetOptions,
  python: Python,
): AsyncGenerator<EvaluationTask> {
  const names = await readdir(path);
  const tier = options.tier ?? "all";
  if (options.format === "aicodereval") return yield* aicoderevalTasks(path, python);
  if (names.includes("manifest.json") && names.some((name) => name.startsWith("verdicts."))) {
    return yield* runFolderTasks(path, tier, python);
  }
  for (const file of [join("jsonl", `${tier}.jsonl`), join("data", tier, "test.parquet")]) {
    if ((await stat(join(path, file)).catch(() => null)) !== null) {
      return yield* rowTasks(join(path, file), options, python);
    }
  }
  const files = (await readdir(path, { recursive: true })).filter((name) => name.endsWith(".py")).sort();
  const [first] = files;
  if (first === undefined) return;
  if (!(await readFile(join(path, first), "utf8")).includes("# /// codergen")) {
    return yield* aicoderevalTasks(path, python);
  }
  for (const file of files) yield await fileTask(join(path, file), python);
}

async function* runFolderTasks(path: string, tier: Tier & ConfigName, python: Python) {
  const store = await RunStore.open(path, null);
  try {
    for await (const { task, record } of verifiedTasks(store)) {
      if (!inConfig(record.tier, tier)) continue;
      const vacuous = record.cases.filter(({ vacuousUnder }) => vacuousUnder.length > 0);
      const known = !record.notVerified.includes("stubs-not-run");
      yield evaluationTaskOf(task, python, known ? vacuous.map(({ name }) => name) : null);
    }
  } finally {
    await store.close();
  }
}

async function fileTask(path: string, python: Python): Promise<EvaluationTask> {
  return evaluationTaskOf(parseTask(await readFile(path, "utf8"), python), python, null);
}

/** AICoderEval's own files; those that cannot be understood are left to `codergen import aicodereval`, which says why. */
async function* aicoderevalTasks(path: string, python: Python): AsyncGenerator<EvaluationTask> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.replace(/\/+$/, "").length + 1))
    .sort();
  const read = (name: string) => readFile(join(path, name), "utf8").catch(() => null);
  for await (const { task } of importFolder({ names, read }, toolkitVersion)) {
    if (task !== null) yield evaluationTaskOf(task, python, null, "aicodereval");
  }
}

async function* rowTasks(
  path: string,
  options: DatasetOptions,
  python: Python,
): AsyncGenerator<EvaluationTask> {
  let number = 0;
  let { format } = options;
  for await (const fileRow of datasetRows(path)) {
    number++;
    const where = `${basename(path)}: row ${number}`;
    const row = rowOf(fileRow, where);
    format ??= formatOfFields(row.names) ?? undefined;
    if (format === undefined) throw unknownFormat(where, row);
    if (format === "codergen") yield exportedTask(row, where, python);
    else if (format === "aicodereval") {
      const name = basename(path);
      const read = async () => ("text" in fileRow ? fileRow.text : JSON.stringify(fileRow.values));
      for await (const { task } of importFolder({ names: [name], read }, toolkitVersion)) {
        if (task !== null) yield evaluationTaskOf(task, python, null, format);
      }
    } else yield rowReaders[format](row, rowContext(python, where));
  }
}

function rowOf(fileRow: FileRow, where: string): Row {
  if ("values" in fileRow) return rowOfObject(fileRow.values);
  const row = rowOfText(fileRow.text);
  if (row !== null) return row;
  throw new ToolkitError("input-invalid", `${where} is no JSON object`, {
    hint: "The dataset is JSON Lines, a JSON array of objects, or Parquet.",
  });
}

function unknownFormat(where: string, { names }: Row): ToolkitError {
  return new ToolkitError(
    "input-invalid",
    `${where}: no known benchmark has the fields ${names.join(", ")}`,
    {
      hint: "Known: codergen, aicodereval, humaneval, mbpp, evalplus, bigcodebench, apps; name one with --format.",
    },
  );
}

const rowSchema = z.object({
  program: z.string(),
  case_verdicts: z.array(z.string()).default([]),
  vacuous_cases: z.array(z.string()).nullable().default(null),
});

function exportedTask(row: Row, where: string, python: Python): EvaluationTask {
  const names = ["program", "case_verdicts", "vacuous_cases"];
  const { program, vacuous_cases } = rowContext(python, where).parse(rowSchema, row, names);
  return evaluationTaskOf(parseTask(program, python), python, vacuous_cases);
}

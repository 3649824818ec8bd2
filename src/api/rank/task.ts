/** The task of a session: a row of a file, or text and a signature. */
import { loadPython } from "../../python/index.ts";
import { ToolkitError } from "../../errors.ts";
import {
  type BenchmarkFormat,
  type BenchmarkTask,
  readBenchmarkRow,
} from "../../rank/benchmarks/read-benchmark.ts";
import { sha256 } from "../../util/hash.ts";
import { readRows } from "./files.ts";

export interface TaskByWords {
  readonly text: string;
  /** Header of a Python function, such as `def second_largest(numbers: list[int]) -> int:`. */
  readonly signature: string;
}

/**
 * @param place A file with one row, or one row of a file as `FILE#N` (from 1); or text and signature.
 * @throws ToolkitError `input-not-found`, `input-invalid`, `usage` when a file has several rows.
 */
export async function readRankingTask(
  place: string | TaskByWords,
  format?: BenchmarkFormat,
): Promise<BenchmarkTask> {
  const python = await loadPython();
  if (typeof place !== "string") return { task: taskByWords(place), testTexts: [] };
  const rows = await readRows(place);
  if (rows.length !== 1) {
    throw new ToolkitError("usage", `${place} has ${rows.length} rows; a session is about one`, {
      hint: `Name one as ${place}#1, or rank them all with --dataset ${place}.`,
    });
  }
  return readBenchmarkRow(python, rows[0], format);
}

/** A task's id as MBPP's own file and samples have it: a number. */
export function idInFile(id: string): string {
  return id.replace(/^(sanitized-)?mbpp\//, "");
}

/**
 * What completions of a file's tasks continue, by task. Rows that are no task are left out: ranking names them.
 * @throws ToolkitError `input-not-found`, `input-invalid`.
 */
export async function readRankingPrompts(
  place: string,
  format?: BenchmarkFormat,
): Promise<ReadonlyMap<string, string>> {
  const python = await loadPython();
  const prompts = new Map<string, string>();
  for (const row of await readRows(place)) {
    try {
      const { task } = readBenchmarkRow(python, row, format);
      for (const id of [task.id, idInFile(task.id)]) prompts.set(id, task.signature);
    } catch {
      continue;
    }
  }
  return prompts;
}

function taskByWords({ text, signature }: TaskByWords) {
  const [, name] = /\bdef\s+([A-Za-z_]\w*)\s*\(/.exec(signature) ?? [];
  if (name === undefined) {
    throw new ToolkitError("usage", `not a function's header: ${signature}`, {
      hint: 'Give one such as --signature "def second_largest(numbers):".',
    });
  }
  const header = signature.trimEnd().endsWith(":") ? signature.trimEnd() : `${signature.trimEnd()}:`;
  const documented = `${header}\n    """${text.replaceAll('"""', "'''")}"""`;
  return {
    id: `${name}-${sha256(text + signature).slice(0, 8)}`,
    text,
    functionName: name,
    signature: documented,
    context: "",
    setup: "",
    reference: null,
    validation: [],
    requirements: [],
  };
}

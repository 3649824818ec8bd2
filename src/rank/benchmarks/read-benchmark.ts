/** Rows of known benchmarks as tasks. The format is told by the fields, never by the file's name. */
import { rankingTaskSchema, type RankingTask } from "../../contracts/ranking.ts";
import { ToolkitError } from "../../errors.ts";
import type { Python } from "../../python/index.ts";
import { validate } from "../../util/validate.ts";
import { humanEvalTask } from "./humaneval.ts";
import { mbppTask } from "./mbpp.ts";
import { exportedTask, ownTask } from "./own-task.ts";

export interface BenchmarkTask {
  readonly task: RankingTask;
  /** Texts of the tests that the data has. */
  readonly testTexts: readonly string[];
}

export const benchmarkFormats = ["humaneval", "mbpp", "codergen", "export", "plain"] as const;
export type BenchmarkFormat = (typeof benchmarkFormats)[number];

/**
 * A row as a task.
 * @param format Left out: told by the row's fields.
 * @throws ToolkitError `input-invalid` for a row of no known format.
 */
export function readBenchmarkRow(python: Python, row: unknown, format?: BenchmarkFormat): BenchmarkTask {
  switch (format ?? formatOf(row)) {
    case "humaneval":
      return humanEvalTask(row);
    case "mbpp":
      return mbppTask(python, row);
    case "codergen":
      return ownTask(python, row);
    case "export":
      return exportedTask(python, row);
    case "plain":
      return { task: validate<RankingTask>(rankingTaskSchema, row, "task"), testTexts: [] };
  }
}

function formatOf(row: unknown): BenchmarkFormat {
  const has = (...names: string[]): boolean =>
    typeof row === "object" && row !== null && names.every((name) => Object.hasOwn(row, name));
  if (has("entry_point", "prompt", "test")) return "humaneval";
  if (has("functionCode", "functionName", "cases")) return "codergen";
  if (has("function", "function_name", "case_names")) return "export";
  if (has("code") && (has("text") || has("prompt"))) return "mbpp";
  if (has("signature", "functionName")) return "plain";
  throw new ToolkitError("input-invalid", "a row is of no known benchmark", {
    hint: "Known: HumanEval (entry_point, prompt, test), MBPP (text or prompt, code, test_list), codergen's tasks and exports, and rows with id, text, functionName and signature.",
  });
}

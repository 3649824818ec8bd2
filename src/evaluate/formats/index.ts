/** The readers of benchmark files by format, and how a row tells its format. AICoderEval's files become tasks first. */
import type { BenchmarkFormat } from "../../contracts/evaluation-task.ts";
import { readApps } from "./apps.ts";
import { readBigCodeBench } from "./bigcodebench.ts";
import { readEvalPlus } from "./evalplus.ts";
import { readHumanEval } from "./humaneval.ts";
import { readMbpp } from "./mbpp.ts";
import type { ReadRow } from "./read-row.ts";

export type RowFormat = Exclude<BenchmarkFormat, "codergen" | "aicodereval">;

export const rowReaders: Readonly<Record<RowFormat, ReadRow>> = {
  humaneval: readHumanEval,
  mbpp: readMbpp,
  evalplus: readEvalPlus,
  bigcodebench: readBigCodeBench,
  apps: readApps,
};

/** Fields that together tell a format; the first that fits. */
const SIGNS: readonly (readonly [BenchmarkFormat, readonly string[]])[] = [
  ["codergen", ["program", "function_name", "case_names"]],
  ["aicodereval", ["function_import", "function_code", "test_function_code"]],
  ["evalplus", ["base_input", "canonical_solution", "entry_point"]],
  ["bigcodebench", ["instruct_prompt", "complete_prompt", "test"]],
  ["humaneval", ["prompt", "test", "entry_point"]],
  ["mbpp", ["test_list", "code"]],
  ["apps", ["input_output", "question"]],
];

/** The format whose fields a row has, or null. */
export function formatOfFields(names: readonly string[]): BenchmarkFormat | null {
  return SIGNS.find(([, wanted]) => wanted.every((name) => names.includes(name)))?.[0] ?? null;
}

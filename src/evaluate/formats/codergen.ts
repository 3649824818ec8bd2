/** A task of this toolkit as one to evaluate on. */
import type { BenchmarkFormat, EvaluationTask } from "../../contracts/evaluation-task.ts";
import type { Task } from "../../contracts/task.ts";
import type { Python } from "../../python/index.ts";
import { testCell } from "../../task/render.ts";
import { headerWithDocstring } from "./describe-function.ts";

/** @param vacuousCases Cases that a stub passes; null when nobody has looked. */
export function evaluationTaskOf(
  task: Task,
  python: Python,
  vacuousCases: readonly string[] | null,
  format: BenchmarkFormat = "codergen",
): EvaluationTask {
  const { id, documentId, functionName, imports, functionCode } = task;
  const header = headerWithDocstring(python, functionCode, functionName) ?? `def ${functionName}(`;
  const preamble = imports === "" ? "" : `${imports}\n\n\n`;
  return {
    id,
    format,
    cluster: documentId,
    functionName,
    requirements: [...task.requirements],
    instruction: task.instruction,
    prefix: `${preamble}${header}\n`,
    preamble,
    judge: {
      context: imports,
      tests: testCell(task),
      cases: task.cases.map(({ kind, name }) => ({ kind, name })),
      entry: "function",
    },
    reference: `${preamble}${functionCode}\n`,
    vacuousCases: vacuousCases === null ? null : [...vacuousCases],
  };
}

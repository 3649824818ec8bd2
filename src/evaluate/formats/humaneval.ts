/** HumanEval: `prompt`, `entry_point`, `canonical_solution`, and a `test` that defines `check(candidate)`. */
import { z } from "zod";
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import { problemSchema } from "../../contracts/grade.ts";
import type { Python } from "../../python/index.ts";
import { checkTests } from "../grading-job.ts";
import { describeFunction } from "./describe-function.ts";
import { beforeDefinition } from "./python-text.ts";
import type { ReadRow } from "./read-row.ts";

const schema = problemSchema.extend({ libs: z.unknown().optional() });

export const readHumanEval: ReadRow = (row, { python, parse }) => {
  const problem = parse(schema, row, ["task_id", "prompt", "entry_point", "test", "canonical_solution"]);
  const { task_id: id, prompt, entry_point: functionName, canonical_solution: solution } = problem;
  const { tests, caseName } = checkTests(problem);
  return {
    id,
    format: "humaneval",
    cluster: id,
    functionName,
    requirements: [],
    ...promptTexts(prompt, functionName, python),
    judge: {
      context: prompt,
      tests,
      cases: [{ kind: "correctness", name: caseName }],
      entry: "function",
    },
    reference: solution === undefined ? null : prompt + solution,
    vacuousCases: null,
  };
};

/** Instruction, prefix and preamble from a prompt that is code. */
export function promptTexts(
  prompt: string,
  functionName: string,
  python: Python,
): Pick<EvaluationTask, "instruction" | "prefix" | "preamble"> {
  const preamble = beforeDefinition(prompt, functionName);
  const instruction = describeFunction(python, `${prompt.trimEnd()}\n    pass\n`, functionName);
  return {
    instruction: instruction ?? prompt,
    prefix: prompt,
    preamble: preamble === prompt ? "" : preamble,
  };
}

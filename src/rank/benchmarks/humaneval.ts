/** HumanEval's rows: `entry_point` and `test` with `check(candidate)`. */
import { z } from "zod";
import type { RankingTask } from "../../contracts/ranking.ts";
import type { BenchmarkTask } from "./read-benchmark.ts";

export const humanEvalSchema = z.looseObject({
  task_id: z.union([z.string(), z.int()]).transform(String),
  prompt: z.string(),
  entry_point: z.string(),
  canonical_solution: z.string().optional(),
  test: z.string(),
});

export function humanEvalTask(row: unknown): BenchmarkTask {
  const { task_id, prompt, entry_point, canonical_solution, test } = humanEvalSchema.parse(row);
  const task: RankingTask = {
    id: task_id,
    text: docstring(prompt),
    functionName: entry_point,
    signature: prompt,
    context: "",
    setup: "",
    reference: canonical_solution === undefined ? null : prompt + canonical_solution,
    validation: [test],
    requirements: [],
  };
  const asserts = test
    .replaceAll(/\bcandidate\b/g, entry_point)
    .replaceAll(/^METADATA = \{[^}]*\}\s*$/gm, "");
  return { task, testTexts: [asserts] };
}

/** The text of a prompt's docstring, or the prompt. */
function docstring(prompt: string): string {
  const [, , text] = /("""|''')([\s\S]*?)\1/.exec(prompt) ?? [];
  return (text ?? prompt).trim();
}

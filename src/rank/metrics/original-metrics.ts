/**
 * The metrics of TiCoder's own script, over results in its format: for comparing with published numbers. Rounds are as
 * many as the first task has, and a task counts only in the rounds it reached, so the denominator shrinks; the carried
 * form is in `carried.ts`. Percentages are means × 100.
 */
import { z } from "zod";
import { mean } from "../../util/statistics.ts";

export const originalResultSchema = z.looseObject({
  results: z.array(
    z.looseObject({
      num_queries: z.int(),
      status: z.array(z.boolean()),
      weights: z.array(z.int()).optional(),
    }),
  ),
});
type OriginalRound = z.infer<typeof originalResultSchema>["results"][number];

export type OriginalRow = Readonly<Record<string, number | null>>;

const TOP = [1, 2, 3, 4, 5, 8, 10, 16, 32, 64];
const PASS_AT = [1, 2, 5, 10];

/** One row a round; null where a mean is over nothing. */
export function originalMetrics(data: readonly (z.infer<typeof originalResultSchema> | null)[]): {
  readonly tasks: number;
  readonly rounds: readonly OriginalRow[];
} {
  const tasks = data.filter((entry) => entry !== null);
  const rounds = tasks[0]?.results.length ?? 0;
  const rows = Array.from({ length: rounds }, (_, index) => {
    const reached = tasks.flatMap(({ results }) => results[index] ?? []);
    return rowOf(reached, tasks[0]?.results[index]?.num_queries ?? 0);
  });
  return { tasks: tasks.length, rounds: rows };
}

function rowOf(rounds: readonly OriginalRound[], questions: number): OriginalRow {
  const row: Record<string, number | null> = { num_user_queries: questions };
  const percent = (values: readonly number[]) => scaled(mean(values));
  for (const k of [...TOP, 100]) {
    const hits = rounds.map((round) => Number(isInTop(round.status, k)));
    row[`top-${k} suggs`] = percent(hits);
    row[`top-${k} suggs [count]`] = sum(hits);
  }
  const correct = rounds.map(({ status }) => count(status));
  row["number of correct suggs"] = sum(correct);
  row["number of incorrect suggs"] = sum(rounds.map(({ status }) => status.length - count(status)));
  row["at least one correct"] = percent(correct.map((number) => Number(number > 0)));
  row["at least one correct [count]"] = correct.filter((number) => number > 0).length;
  row["avg number of correct suggs"] = mean(correct);
  for (const k of [...PASS_AT, 100]) {
    row[`pass@${k}`] = percent(rounds.map(({ status }) => passAt(status.length, count(status), k)));
    row[`pruned pass@${k}`] = percent(rounds.map((round) => prunedPassAt(round, k)));
  }
  const solved = rounds.filter(({ status }) => count(status) > 0);
  row["pass@1_exists_solution"] = percent(
    solved.map(({ status }) => passAt(status.length, count(status), 1)),
  );
  return row;
}

function prunedPassAt({ status, weights }: OriginalRound, k: number): number {
  if (weights === undefined) return passAt(1, 1, k);
  const correct = weights.filter((_, place) => status[place] === true);
  return passAt(sum(weights), sum(correct), k);
}

/** pass@k with k cut to the number of samples, and to all of them for 100. */
function passAt(samples: number, correct: number, k: number): number {
  return originalPassAtK(samples, correct, k === 100 ? samples : Math.min(k, samples));
}

/** TiCoder's pass@k: defined for every n, c and k. */
export function originalPassAtK(samples: number, correct: number, k: number): number {
  if (samples === 0 || (correct === 0 && samples < k)) return 0;
  if (samples - correct < k) return 1;
  let product = 1;
  for (let i = samples - correct + 1; i <= samples; i++) product *= 1 - k / i;
  return 1 - product;
}

function isInTop(status: readonly boolean[], k: number): boolean {
  const first = status.indexOf(true);
  return first >= 0 && (k === 100 || first < k);
}

function count(status: readonly boolean[]): number {
  return status.filter(Boolean).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function scaled(value: number | null): number | null {
  return value === null ? null : value * 100;
}

/** Sums over samples, kept a task, and the rates with intervals that come of them. */
import type { ScoreEstimate, SuccessRates } from "../contracts/score.ts";
import { type ClusterSum, groupedInterval, seededRandom } from "../util/statistics.ts";

/** Always the same draws: equal results have equal intervals. */
const SEED = 20_240_612;

export interface TaskSums {
  readonly cluster: string;
  graded: number;
  passedAll: number;
  passedAny: number;
  fraction: number;
}

export function emptySums(cluster: string): TaskSums {
  return { cluster, graded: 0, passedAll: 0, passedAny: 0, fraction: 0 };
}

/** Adds a sample that passed `passed` of `total` cases; one without cases does not count. */
export function addSample(sums: TaskSums, passed: number, total: number): void {
  if (total === 0) return;
  sums.graded++;
  if (passed === total) sums.passedAll++;
  if (passed > 0) sums.passedAny++;
  sums.fraction += passed / total;
}

/** Shares of samples, with intervals over clusters. */
export function ratesOf(tasks: readonly TaskSums[]): SuccessRates {
  return {
    samples: tasks.reduce((sum, { graded }) => sum + graded, 0),
    srAll: shareOf(tasks, ({ passedAll }) => passedAll),
    srAny: shareOf(tasks, ({ passedAny }) => passedAny),
    passFraction: shareOf(tasks, ({ fraction }) => fraction),
  };
}

function shareOf(tasks: readonly TaskSums[], value: (task: TaskSums) => number): ScoreEstimate {
  return estimate(tasks.map((task) => ({ cluster: task.cluster, sum: value(task), count: task.graded })));
}

/** A mean with its interval from sums by cluster. */
export function estimate(parts: readonly (ClusterSum & { readonly cluster: string })[]): ScoreEstimate {
  const clusters = new Map<string, { sum: number; count: number }>();
  let [sum, count] = [0, 0];
  for (const part of parts) {
    const entry = clusters.get(part.cluster) ?? { sum: 0, count: 0 };
    entry.sum += part.sum;
    entry.count += part.count;
    clusters.set(part.cluster, entry);
    sum += part.sum;
    count += part.count;
  }
  if (count === 0) return { value: null, interval: null };
  const interval = groupedInterval([...clusters.values()], { random: seededRandom(SEED) });
  return { value: sum / count, interval };
}

/** pass@k and pass^k over tasks. Where a task has fewer than k graded samples they are undefined for it, and said so. */
import type { AtK } from "../contracts/score.ts";
import { passAtK, passHatK } from "../util/statistics.ts";
import { estimate, type TaskSums } from "./success-rates.ts";

/** One entry for every k, also where it is defined for no task. */
export function atKOf(tasks: readonly TaskSums[], ks: readonly number[]): AtK[] {
  return ks.map((k) => {
    const defined = tasks.filter(({ graded }) => graded >= k);
    const means = (of: typeof passAtK) =>
      estimate(
        defined.map(({ cluster, graded, passedAll }) => ({
          cluster,
          sum: of(graded, passedAll, k) ?? 0,
          count: 1,
        })),
      );
    return {
      k,
      passAtK: means(passAtK),
      passHatK: means(passHatK),
      definedTasks: defined.length,
      undefinedTasks: tasks.length - defined.length,
    };
  });
}

/** Two models on the same tasks: difference with its interval, and the tasks that flipped (ReCatcher's question). */
import type { Comparison, TaskScore } from "../contracts/score.ts";
import { pairedBootstrap, seededRandom } from "../util/statistics.ts";

const SEED = 20_240_612;

export interface Contestant {
  readonly label: string;
  readonly tasks: readonly TaskScore[];
}

/** SR@All by task of two models, over the tasks that both have graded samples of. */
export function compareScores(first: Contestant, second: Contestant): Comparison {
  const theirs = new Map(second.tasks.map((task) => [task.taskId, task]));
  const pairs = first.tasks.flatMap((task) => {
    const other = theirs.get(task.taskId);
    if (other === undefined || task.graded === 0 || other.graded === 0) return [];
    return [{ taskId: task.taskId, cluster: task.cluster, first: rate(task), second: rate(other) }];
  });
  const found = pairedBootstrap(pairs, { random: seededRandom(SEED) });
  const solved = (value: number): boolean => value >= 0.5;
  const flipped = (from: "first" | "second", to: "first" | "second") =>
    pairs.filter((pair) => solved(pair[from]) && !solved(pair[to])).map(({ taskId }) => taskId);
  return {
    first: first.label,
    second: second.label,
    tasks: pairs.length,
    difference: { value: found.difference, interval: found.interval },
    probabilitySecondBetter: found.probabilitySecondBetter,
    onlyFirst: flipped("first", "second"),
    onlySecond: flipped("second", "first"),
  };
}

function rate({ passedAll, graded }: TaskScore): number {
  return passedAll / graded;
}

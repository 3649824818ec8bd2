/**
 * pass@k@m over tasks: whether one of the first k candidates is right after m questions. A task that stopped earlier
 * keeps its last state; beside it stands TiCoder's own count, over the tasks alone that reached m questions.
 */
import type { RankRecord } from "../../contracts/ranking.ts";
import { clusteredInterval, type Interval, mean, seededRandom } from "../../util/statistics.ts";
import { originalPassAtK } from "./original-metrics.ts";

export interface CurvePoint {
  readonly questions: number;
  /** Share of tasks with a right candidate among the first k; null without tasks. */
  readonly passAtK: number | null;
  /** 95 %, by resampling tasks; null with fewer than two. */
  readonly interval: Interval | null;
  /** The same over the tasks that reached this many questions, and how many these are. */
  readonly reached: number | null;
  readonly reachedTasks: number;
  /** Chance that k candidates drawn from what is left hold a right one, by samples (copies count). */
  readonly pruned: number | null;
  /** Means over tasks. */
  readonly candidatesLeft: number | null;
  readonly approved: number | null;
}

export interface SessionsSummary {
  readonly setting: string;
  readonly k: number;
  readonly tasks: number;
  readonly errors: number;
  /** Chance that k samples drawn before any question or pruning hold a right one; the mean over tasks. */
  readonly baseline: number | null;
  readonly baselineInterval: Interval | null;
  /** Share of tasks with any right candidate: no curve can pass it. */
  readonly ceiling: number | null;
  /** Mean questions of a task. */
  readonly questions: number | null;
  /** Share of tasks in which some test was approved, and the mean question that brought the first one. */
  readonly tasksWithApproved: number | null;
  readonly firstApprovedAt: number | null;
  readonly executions: number;
  readonly curve: readonly CurvePoint[];
}

export interface SummaryOptions {
  /** Candidates that count (1). */
  readonly k?: number;
  /** Questions of the last point (5). */
  readonly maxQuestions?: number;
  readonly seed?: number;
}

/** The curve of one setting; records with an error count as errors and as nothing else. */
export function summarizeSessions(
  records: readonly RankRecord[],
  { k = 1, maxQuestions = 5, seed = 0 }: SummaryOptions = {},
): SessionsSummary {
  const ranked = records.filter(({ error }) => error === null);
  const interval = (values: readonly (readonly [RankRecord, number])[]) =>
    clusteredInterval(
      values.map(([{ task }, value]) => ({ cluster: task, value })),
      { random: seededRandom(seed) },
    );
  const baselines = ranked.map((record) => [record, baselineOf(record, k)] as const);
  const firsts = ranked.flatMap((record) => firstApproved(record) ?? []);
  return {
    setting: records[0]?.setting ?? "",
    k,
    tasks: ranked.length,
    errors: records.length - ranked.length,
    baseline: mean(baselines.map(([, value]) => value)),
    baselineInterval: interval(baselines),
    ceiling: mean(ranked.map(({ correct }) => Number(correct.includes(true)))),
    questions: mean(ranked.map(({ rounds }) => rounds.at(-1)?.questions ?? 0)),
    tasksWithApproved: ranked.length === 0 ? null : firsts.length / ranked.length,
    firstApprovedAt: mean(firsts),
    executions: ranked.reduce((sum, { executions }) => sum + executions, 0),
    curve: Array.from({ length: maxQuestions + 1 }, (_, questions) => {
      const hits = ranked.map((record) => [record, hit(carried(record, questions), k)] as const);
      const reached = ranked.flatMap(
        ({ rounds }) => rounds.find((round) => round.questions === questions) ?? [],
      );
      const states = ranked.flatMap((record) => carried(record, questions) ?? []);
      return {
        questions,
        passAtK: mean(hits.map(([, value]) => value)),
        interval: interval(hits),
        reached: mean(reached.map((round) => hit(round, k))),
        reachedTasks: reached.length,
        pruned: mean(states.map((round) => prunedOf(round, k))),
        candidatesLeft: mean(states.map(({ status }) => status.length)),
        approved: mean(states.map(({ approved }) => approved)),
      };
    }),
  };
}

type Round = RankRecord["rounds"][number];

/** The state after so many questions: the last one of a task that stopped before. */
export function carried({ rounds }: RankRecord, questions: number): Round | null {
  return rounds.findLast((round) => round.questions <= questions) ?? null;
}

function hit(round: Round | null, k: number): number {
  return Number(round?.status.slice(0, k).includes(true) ?? false);
}

function baselineOf({ correct, copies }: RankRecord, k: number): number {
  return prunedOf({ status: correct, weights: copies }, k);
}

function prunedOf({ status, weights }: Pick<Round, "status" | "weights">, k: number): number {
  const samples = weights.reduce((sum, weight) => sum + weight, 0);
  const right = weights.reduce((sum, weight, place) => sum + (status[place] === true ? weight : 0), 0);
  return originalPassAtK(samples, right, Math.min(k, samples));
}

function firstApproved({ rounds }: RankRecord): number | null {
  return rounds.find(({ approved }) => approved > 0)?.questions ?? null;
}

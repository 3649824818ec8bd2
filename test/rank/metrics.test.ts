/** Numbers over sessions: B9. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { RankRecord } from "../../src/contracts/ranking.ts";
import { curvePlot } from "../../src/rank/metrics/curve-plot.ts";
import { curveTable } from "../../src/rank/metrics/curve-table.ts";
import { originalMetrics, originalPassAtK } from "../../src/rank/metrics/original-metrics.ts";
import { carried, summarizeSessions } from "../../src/rank/metrics/summarize-sessions.ts";
import { passAtK } from "../../src/util/statistics.ts";

type Round = RankRecord["rounds"][number];
const round = (questions: number, status: boolean[], more: Partial<Round> = {}): Round => ({
  questions,
  status,
  weights: status.map(() => 1),
  approved: 0,
  rejected: 0,
  ...more,
});
const record = (task: string, rounds: Round[], more: Partial<RankRecord> = {}): RankRecord => ({
  task,
  setting: "s",
  error: null,
  samples: 2,
  correct: [true, false],
  copies: [1, 1],
  tests: 3,
  executions: 6,
  stopped: "decided",
  rounds,
  ...more,
});

test("a task that stopped keeps its last state; the original's denominator shrinks", () => {
  const summary = summarizeSessions(
    [
      record("a", [round(0, [false, true]), round(1, [true], { approved: 1 })]),
      record("b", [round(0, [false, true]), round(1, [false, true]), round(2, [false])]),
    ],
    { maxQuestions: 3 },
  );
  expect(summary.curve.map(({ passAtK: share }) => share)).toEqual([0, 0.5, 0.5, 0.5]);
  expect(summary.curve.map(({ reached, reachedTasks }) => [reached, reachedTasks])).toEqual([
    [0, 2],
    [0.5, 2],
    [0, 1],
    [null, 0],
  ]);
  expect(summary).toMatchObject({
    baseline: 0.5,
    ceiling: 1,
    questions: 1.5,
    tasksWithApproved: 0.5,
    firstApprovedAt: 1,
  });
});

test("more candidates count in pass@k@m, samples in what is pruned", () => {
  const weighted = round(0, [false, true], { weights: [3, 1] });
  const of = [record("a", [weighted], { copies: [3, 1], correct: [false, true] })];
  expect(summarizeSessions(of, { k: 2, maxQuestions: 0 }).curve[0]).toMatchObject({
    passAtK: 1,
    pruned: 0.5,
  });
  expect(summarizeSessions(of, { k: 1, maxQuestions: 0 })).toMatchObject({ baseline: 0.25 });
});

test("errors count as errors; nothing is null, not 0", () => {
  const failed = record("c", [], { error: "no", correct: [], copies: [], stopped: null });
  expect(summarizeSessions([failed], { maxQuestions: 1 })).toMatchObject({
    tasks: 0,
    errors: 1,
    baseline: null,
    ceiling: null,
    curve: [
      { passAtK: null, interval: null, reachedTasks: 0 },
      { passAtK: null, interval: null, reachedTasks: 0 },
    ],
  });
});

test("intervals hold the mean and are the same each time", () => {
  const statuses = fc.array(fc.boolean(), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(statuses, (hits) => {
      const records = hits.map((hit, place) => record(`t${place}`, [round(0, [hit])]));
      const [first, second] = [0, 0].map(() => summarizeSessions(records, { maxQuestions: 0 }).curve[0]);
      expect(second).toEqual(first);
      const { low = 1, high = 0 } = first?.interval ?? {};
      const share = first?.passAtK ?? -1;
      expect(low - 1e-9 <= share && share <= high + 1e-9).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test("the state after so many questions", () => {
  const of = record("a", [round(0, [true, false]), round(2, [true])]);
  expect([0, 1, 2, 9].map((questions) => carried(of, questions)?.status.length)).toEqual([2, 2, 1, 1]);
});

test("TiCoder's pass@k is the unbiased one wherever both are defined", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(30), fc.integer({ min: 1, max: 30 }), (n, c, k) => {
      const [correct, draws] = [Math.min(c, n), Math.min(k, n)];
      expect(originalPassAtK(n, correct, draws)).toBeCloseTo(passAtK(n, correct, draws) ?? -1, 9);
    }),
  );
});

test("rounds are those of the first task, null entries are none", () => {
  const of = (status: boolean[]) => ({ results: [{ num_queries: 1, status, weights: status.map(() => 1) }] });
  const { tasks, rounds } = originalMetrics([null, of([true, false]), { results: [] }]);
  expect(tasks).toBe(2);
  expect(rounds).toHaveLength(1);
  expect(rounds[0]).toMatchObject({ "top-1 suggs": 100, "pass@1": 50 });
});

test("table and picture", () => {
  const summary = {
    ...summarizeSessions([record("a", [round(0, [true])]), record("b", [round(0, [false])])]),
    setting: "x < y",
  };
  expect(curveTable([summary])).toContain("| x < y | 2 | 50.0 | 50.0 [");
  expect(curvePlot([summary])).toContain("x &lt; y");
  expect(curveTable([])).toBe("");
});

/** Aggregation of scores: shares by brute force, undefined stays undefined, intervals by cluster, paired comparison. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TaskScore } from "../../src/index.ts";
import { atKOf } from "../../src/evaluate/at-k.ts";
import { compareScores } from "../../src/evaluate/compare.ts";
import { RepairBoard, relativeIncrease } from "../../src/evaluate/repair-board.ts";
import { addSample, emptySums, ratesOf } from "../../src/evaluate/success-rates.ts";
import { pairedBootstrap, passAtK, passHatK, seededRandom } from "../../src/util/statistics.ts";

/** Tasks with samples of which some cases pass. */
const tasks = fc.array(
  fc.record({
    cluster: fc.constantFrom("a", "b", "c"),
    samples: fc.array(
      fc
        .integer({ min: 1, max: 4 })
        .chain((total) => fc.tuple(fc.integer({ min: 0, max: total }), fc.constant(total))),
      { maxLength: 6 },
    ),
  }),
  { maxLength: 8 },
);

function sumsOf(given: readonly { cluster: string; samples: readonly (readonly [number, number])[] }[]) {
  return given.map(({ cluster, samples }) => {
    const sums = emptySums(cluster);
    for (const [passed, total] of samples) addSample(sums, passed, total);
    return sums;
  });
}

describe("rates", () => {
  it("are the shares of all samples", () => {
    fc.assert(
      fc.property(tasks, (given) => {
        const rates = ratesOf(sumsOf(given));
        const samples = given.flatMap((task) => task.samples);
        const share = (value: (sample: readonly [number, number]) => number) =>
          samples.length === 0
            ? null
            : samples.reduce((sum, sample) => sum + value(sample), 0) / samples.length;
        const expected = {
          srAll: share(([passed, total]) => (passed === total ? 1 : 0)),
          srAny: share(([passed]) => (passed > 0 ? 1 : 0)),
          passFraction: share(([passed, total]) => passed / total),
        };
        expect(rates.samples).toBe(samples.length);
        for (const name of ["srAll", "srAny", "passFraction"] as const) {
          const { value, interval } = rates[name];
          if (expected[name] === null) expect(value).toBeNull();
          else expect(value).toBeCloseTo(expected[name], 12);
          if (interval !== null) {
            expect(interval.low).toBeGreaterThanOrEqual(0);
            expect(interval.high).toBeLessThanOrEqual(1 + 1e-12);
            expect(interval.low).toBeLessThanOrEqual(interval.high);
          }
          const filled = new Set(given.flatMap((task) => (task.samples.length > 0 ? [task.cluster] : [])));
          expect(interval === null).toBe(filled.size < 2);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("SR@All is never above the pass fraction, nor that above SR@Any", () => {
    fc.assert(
      fc.property(tasks, (given) => {
        const { srAll, srAny, passFraction } = ratesOf(sumsOf(given));
        expect(srAll.value ?? 0).toBeLessThanOrEqual((passFraction.value ?? 0) + 1e-12);
        expect(passFraction.value ?? 0).toBeLessThanOrEqual((srAny.value ?? 0) + 1e-12);
      }),
      { numRuns: 60 },
    );
  });
});

describe("pass@k and pass^k over tasks", () => {
  it("are means over the tasks where they are defined, and say how many are not", () => {
    fc.assert(
      fc.property(tasks, fc.integer({ min: 1, max: 6 }), (given, k) => {
        const sums = sumsOf(given);
        const [found] = atKOf(sums, [k]);
        const defined = sums.filter(({ graded }) => graded >= k);
        expect(found?.definedTasks).toBe(defined.length);
        expect(found?.undefinedTasks).toBe(sums.length - defined.length);
        const mean = (of: typeof passAtK) =>
          defined.reduce((sum, { graded, passedAll }) => sum + (of(graded, passedAll, k) ?? Number.NaN), 0) /
          defined.length;
        for (const [value, of] of [
          [found?.passAtK.value, passAtK],
          [found?.passHatK.value, passHatK],
        ] as const) {
          if (defined.length === 0) expect(value).toBeNull();
          else expect(value).toBeCloseTo(mean(of), 12);
        }
      }),
      { numRuns: 60 },
    );
  });
});

const pairs = fc.array(
  fc.record({
    cluster: fc.constantFrom("a", "b", "c", "d"),
    first: fc.double({ min: 0, max: 1, noNaN: true }),
    second: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 12 },
);

describe("paired bootstrap", () => {
  it("turns round when the models change places", () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const random = () => seededRandom(3);
        const forth = pairedBootstrap(given, { random: random(), draws: 200 });
        const turned = given.map(({ cluster, first, second }) => ({ cluster, first: second, second: first }));
        const back = pairedBootstrap(turned, { random: random(), draws: 200 });
        expect(forth.difference).toBeCloseTo(-(back.difference ?? Number.NaN), 12);
        if (forth.interval === null) expect(back.interval).toBeNull();
        else expect(forth.interval.low).toBeCloseTo(-(back.interval?.high ?? Number.NaN), 2);
        if (forth.probabilitySecondBetter !== null)
          expect(forth.probabilitySecondBetter + (back.probabilitySecondBetter ?? Number.NaN)).toBeCloseTo(
            1,
            12,
          );
      }),
      { numRuns: 40 },
    );
  });

  it("is sure when one is better everywhere, and says a half when they are equal", () => {
    const of = (second: number) => ["a", "b", "c"].map((cluster) => ({ cluster, first: 0.5, second }));
    expect(pairedBootstrap(of(0.75), { random: seededRandom(1) })).toEqual({
      difference: 0.25,
      interval: { low: 0.25, high: 0.25 },
      probabilitySecondBetter: 1,
    });
    expect(pairedBootstrap(of(0.5), { random: seededRandom(1) }).probabilitySecondBetter).toBe(0.5);
  });
});

describe("two models", () => {
  const task = (taskId: string, passedAll: number, graded = 1): TaskScore => ({
    taskId,
    cluster: taskId,
    graded,
    passedAll,
    passedAny: passedAll,
    fraction: passedAll,
    repairedAll: {},
  });

  it("are compared on the tasks that both have, with those that flipped", () => {
    const first = { label: "first", tasks: [task("a", 1), task("b", 0), task("c", 1), task("only", 1)] };
    const second = {
      label: "second",
      tasks: [task("a", 0), task("b", 1), task("c", 1), task("ungraded", 0, 0)],
    };
    const found = compareScores(first, second);
    expect(found).toMatchObject({ tasks: 3, difference: { value: 0 }, onlyFirst: ["a"], onlySecond: ["b"] });
  });

  it("have nothing to say about no common task", () => {
    const found = compareScores({ label: "x", tasks: [task("a", 1)] }, { label: "y", tasks: [task("b", 1)] });
    expect(found).toMatchObject({
      tasks: 0,
      difference: { value: null, interval: null },
      probabilitySecondBetter: null,
    });
  });
});

describe("an agent", () => {
  const score = (passed: number, total: number) => ({
    passed,
    total,
    strongPassed: passed,
    strongTotal: total,
    skipped: 0,
    environmentFault: null,
    cause: null,
  });
  const feedback = (passed: number) => ({
    outcome: "completed" as const,
    cause: null,
    cases: [],
    passed,
    total: 3,
  });
  const round = (number: number, passed: number | null) => ({
    round: number,
    parent: null,
    code: "",
    feedback: passed === null ? null : feedback(passed),
    analysis: null,
    attempts: [],
  });

  it("counts by the best program so far, never the last", () => {
    const board = new RepairBoard("codergen", 3);
    const rounds = [round(0, 1), round(1, null), round(2, 3), round(3, 0)];
    const record = { agent: "codergen", state: "repaired" as const, ended: "rounds", best: 2, rounds };
    board.add({ id: "t", cluster: "t" }, score(1, 3), { taskId: "t", index: 0, contentHash: "", record });
    board.add({ id: "u", cluster: "u" }, score(0, 3), null);
    board.add({ id: "v", cluster: "v" }, score(3, 3), null);
    const found = board.summary(ratesOf([]));
    expect(found.rounds.map(({ srAll }) => srAll)).toEqual([1 / 3, 1 / 3, 2 / 3, 2 / 3]);
    expect(found.rounds.map(({ srAny }) => srAny)).toEqual([2 / 3, 2 / 3, 2 / 3, 2 / 3]);
    expect(found).toMatchObject({
      repaired: 1,
      open: 1,
      states: { repaired: 1 },
      rates: { srAll: { value: 2 / 3 } },
    });
  });

  it("relative increase is the paper's, and undefined from nothing", () => {
    expect(relativeIncrease(0.0916, 0.1303)).toBeCloseTo(0.4225, 4);
    expect(relativeIncrease(0, 0.1)).toBeNull();
    expect(relativeIncrease(null, 0.1)).toBeNull();
  });
});

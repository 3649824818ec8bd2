/** Conformance of every policy, and properties that hold for all matrices. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { candidatePolicies } from "../../src/rank/candidate-policies/index.ts";
import { keepRunnableCandidates, keepRunnableTests } from "../../src/rank/dynamic-pruning.ts";
import { PassMatrix } from "../../src/rank/matrix.ts";
import { byKey } from "../../src/rank/order.ts";
import { candidatePolicyNamed, testPolicyNamed } from "../../src/rank/policy-named.ts";
import { prune, type Verdict } from "../../src/rank/prune.ts";
import { oracleAnswer } from "../../src/rank/session.ts";
import { testPolicies } from "../../src/rank/test-policies/index.ts";
import { seededRandom } from "../../src/util/statistics.ts";
import { all, matrices } from "./matrices.ts";

const BASIC = ["PPFF", "PFPF", "PFFF", "FPPF", "PPPF"];
type Sample = typeof matrices extends fc.Arbitrary<infer Value> ? Value : never;

function choice({ rows, tests, oracle }: Sample) {
  const matrix = PassMatrix.fromRows(rows, tests);
  return {
    matrix,
    candidates: all(rows.length),
    tests: all(tests),
    rules: { dropCrashers: true },
    answerOf: (test: number): Verdict => oracleAnswer(oracle[test] ?? "E"),
    isCorrect: (candidate: number) => candidate % 3 === 0,
    random: seededRandom(1),
  };
}

describe.each(Object.values(testPolicies))("test policy $name", (policy) => {
  test("gives each test a key; the order is a permutation, the same each time", () => {
    fc.assert(
      fc.property(matrices, (sample) => {
        const keys = policy.keys(choice(sample));
        expect(keys.length).toBe(sample.tests);
        for (const key of keys.flat()) expect(Number.isFinite(key)).toBe(true);
        const order = byKey(all(sample.tests), keys);
        expect(order.toSorted((a, b) => a - b)).toEqual(all(sample.tests));
        expect(byKey(all(sample.tests), policy.keys(choice(sample)))).toEqual(order);
      }),
    );
  });

  test("equal tests have equal keys", () => {
    if (policy.name === "random") return;
    fc.assert(
      fc.property(matrices, (sample) => {
        const doubled = { ...choice(sample), tests: [...all(sample.tests), ...all(sample.tests)] };
        const keys = policy.keys(doubled);
        expect(keys.slice(0, sample.tests)).toEqual(keys.slice(sample.tests));
      }),
    );
  });

  test("no tests, no candidates", () => {
    expect(policy.keys(choice({ rows: [], tests: 0, oracle: [] }))).toEqual([]);
    expect(policy.keys(choice({ rows: [], tests: 2, oracle: ["P", "F"] })).length).toBe(2);
  });
});

describe.each(Object.values(candidatePolicies))("candidate policy $name", (policy) => {
  test("gives a permutation (code-t one of each group), the same each time", () => {
    fc.assert(
      fc.property(matrices, (sample) => {
        const standing = choice(sample);
        const order = policy.rank(standing);
        expect(new Set(order).size).toBe(order.length);
        expect(order.every((candidate) => standing.candidates.includes(candidate))).toBe(true);
        if (policy.name !== "code-t") expect(order.length).toBe(sample.rows.length);
        expect(policy.rank(choice(sample))).toEqual(order);
      }),
    );
  });

  test("never puts a candidate that passes nothing before one that passes everything", () => {
    if (["input-order", "behaviour-clusters", "code-t"].includes(policy.name)) return;
    const order = policy.rank(choice({ rows: ["FFF", "PPP", "EEE"], tests: 3, oracle: [] }));
    expect(order[0]).toBe(1);
  });
});

test.each([
  ["passing-tests", [4, 0, 1, 3, 2]],
  ["weighted", [4, 3, 0, 1, 2]],
  ["code-t", [4, 0, 1, 3, 2]],
])("worked example of the specification: %s", (name, order) => {
  const standing = choice({ rows: BASIC, tests: 4, oracle: [] });
  expect(candidatePolicyNamed(name).rank(standing)).toEqual(order);
});

test("dual agreement: √samples · tests as released and samples · tests as published part ways", () => {
  const matrix = PassMatrix.fromRows(["PPPPPFF", "FFFFFPP", "FFFFFPP", "FFFFFPP", "FFFFFPP"]);
  const standing = { matrix, candidates: all(5), tests: all(7) };
  // released: √1·5 = 5 against √4·2 = 4; published: 1·5 = 5 against 4·2 = 8
  expect(candidatePolicyNamed("dual-agreement").rank(standing)[0]).toBe(0);
  expect(candidatePolicyNamed("dual-agreement-published").rank(standing)[0]).toBe(1);
  const copies = { ...standing, copiesOf: (candidate: number) => (candidate === 0 ? 9 : 1) };
  expect(candidatePolicyNamed("dual-agreement-published").rank(copies)[0]).toBe(0);
});

test("mutual scores: a test that only the odd one passes counts little", () => {
  const matrix = PassMatrix.fromRows(["FFPP", "PPFF", "PPFF", "PPFF"]);
  const order = candidatePolicyNamed("mutual-scores").rank({ matrix, candidates: all(4), tests: all(4) });
  expect(order).toEqual([1, 2, 3, 0]);
});

test("best-of-n: among those that pass as many, the ones that agree", () => {
  const matrix = PassMatrix.fromRows(["PFF", "FPF", "FPF", "FFF"]);
  const standing = { matrix, candidates: all(4), tests: all(3) };
  expect(candidatePolicyNamed("best-of-n").rank(standing)).toEqual([1, 2, 0, 3]);
});

test("behaviour clusters: one of each, the largest first; outputs count where they were observed", () => {
  const matrix = PassMatrix.fromRows(["PF", "FP", "FP", "PF", "FP"]);
  const standing = { matrix, candidates: all(5), tests: all(2) };
  expect(candidatePolicyNamed("behaviour-clusters").rank(standing)).toEqual([1, 0, 2, 3, 4]);
  const observed = {
    ...standing,
    behaviourOf: (candidate: number) => (candidate < 2 ? "same" : `${candidate}`),
  };
  expect(candidatePolicyNamed("behaviour-clusters").rank(observed)).toEqual([0, 2, 3, 4, 1]);
});

describe("information gain", () => {
  const gain = (rows: string[], more = {}): readonly unknown[] =>
    testPolicyNamed("information-gain").keys({
      ...choice({ rows, tests: rows[0]?.length ?? 0, oracle: [] }),
      ...more,
    });

  test("is one bit for an even split, none where all agree, and sees who crashes", () => {
    expect(gain(["PP", "PF"])).toEqual([0, 1]);
    expect(gain(["P", "E"])).toEqual([1]);
    expect(gain(["P", "F", "E"])[0]).toBeCloseTo(Math.log2(3), 12);
  });

  test("falls with the rate of errors, to nothing when answers are chance", () => {
    const at = (errorRate: number) => Number(gain(["P", "F"], { errorRate })[0]);
    expect(at(0)).toBe(1);
    expect(at(0.1)).toBeCloseTo(1 - 0.468996, 5);
    expect(at(0.5)).toBeCloseTo(0, 12);
  });

  test("follows the weights of candidates", () => {
    const weightOf = (candidate: number) => (candidate === 0 ? 3 : 1);
    expect(Number(gain(["P", "F"], { weightOf })[0])).toBeCloseTo(0.811278, 5);
  });
});

describe("pruning", () => {
  const matrix = PassMatrix.fromRows(["P", "F", "E", "T"]);
  const left = (answer: Verdict, rules = {}) =>
    prune(matrix, all(4), { test: 0, answer }, { dropCrashers: true, ...rules });

  test("yes keeps who passes; no keeps who fails; skip keeps all", () => {
    expect([left("yes"), left("no"), left("skip")]).toEqual([[0], [1], all(4)]);
  });

  test("crashing and endless candidates survive a rejection only where the paper is reproduced", () => {
    expect(left("no", { dropCrashers: false })).toEqual([1, 2, 3]);
  });

  test("nobody is protected unless that is asked for", () => {
    expect(left("no", { isProtected: (candidate: number) => candidate === 0 })).toEqual([0, 1]);
  });

  test("yes and no part the candidates, and a second time changes nothing", () => {
    fc.assert(
      fc.property(matrices, fc.boolean(), (sample, dropCrashers) => {
        const { matrix: cells, candidates, tests } = choice(sample);
        for (const test of tests) {
          const [yes, no] = (["yes", "no"] as const).map((answer) =>
            prune(cells, candidates, { test, answer }, { dropCrashers }),
          );
          expect(yes?.some((candidate) => no?.includes(candidate))).toBe(false);
          expect(prune(cells, yes ?? [], { test, answer: "yes" }, { dropCrashers })).toEqual(yes);
          if (!dropCrashers) expect((yes?.length ?? 0) + (no?.length ?? 0)).toBe(candidates.length);
        }
      }),
    );
  });

  test("what runs for nobody is no test, who runs nowhere no candidate", () => {
    const cells = PassMatrix.fromRows(["PEF", "EEE", "FTE"]);
    expect(keepRunnableTests(cells, all(3), all(3))).toEqual([0, 2]);
    expect(keepRunnableCandidates(cells, all(3), all(3))).toEqual([0, 2]);
    expect(keepRunnableTests(cells, [], all(3))).toEqual([]);
    expect(keepRunnableCandidates(cells, all(3), [])).toEqual(all(3));
  });
});

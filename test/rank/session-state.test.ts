/** The state of a session: early stop, soft scoring, budget. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankSettingsSchema } from "../../src/contracts/ranking.ts";
import { isDecided } from "../../src/rank/early-stop.ts";
import { PassMatrix } from "../../src/rank/matrix.ts";
import { candidatePolicyNamed, testPolicyNamed } from "../../src/rank/policy-named.ts";
import type { Verdict } from "../../src/rank/prune.ts";
import { oracleAnswer } from "../../src/rank/session.ts";
import {
  rankUnasked,
  type SessionSetup,
  startSession,
  takeAnswer,
  whyOver,
} from "../../src/rank/session-state.ts";
import { all, matrices } from "./matrices.ts";

function setupOf(rows: string[], settings: object, oracle?: string): SessionSetup {
  const parsed = rankSettingsSchema.parse(settings);
  const matrix = PassMatrix.fromRows(rows);
  return {
    matrix,
    candidates: all(matrix.candidates),
    tests: all(matrix.tests),
    settings: parsed,
    testPolicy: testPolicyNamed(parsed.testPolicy),
    candidatePolicy: candidatePolicyNamed(parsed.candidatePolicy),
    ...(oracle !== undefined && { answerOf: (place: number) => oracleAnswer(oracle.charAt(place)) }),
  };
}

function play(setup: SessionSetup, answerOf: (test: number) => Verdict) {
  let state = startSession(setup);
  const asked: number[] = [];
  while (whyOver(setup, state) === null) {
    const [test = 0] = rankUnasked(setup, state);
    asked.push(test);
    state = takeAnswer(setup, state, { test, answer: answerOf(test) });
  }
  return { asked, state, why: whyOver(setup, state) };
}

describe("early stop", () => {
  test("when all that are left do the same on every test", () => {
    expect(isDecided(PassMatrix.fromRows(["PF", "PF"]), [0, 1], [0, 1])).toBe(true);
    expect(isDecided(PassMatrix.fromRows(["PF", "PE"]), [0, 1], [0, 1])).toBe(false);
    expect(isDecided(PassMatrix.fromRows(["PE", "PT"]), [0, 1], [0, 1])).toBe(true);
    expect(isDecided(PassMatrix.fromRows(["P", "F"]), [0], [0])).toBe(true);
  });

  test("costs nothing: the candidates left are those of the whole session", () => {
    fc.assert(
      fc.property(matrices, (sample) => {
        if (sample.rows.length === 0) return;
        const answer = (test: number) => oracleAnswer(sample.oracle[test] ?? "E");
        const settings = {
          maxQuestions: 9,
          candidatePolicy: "input-order",
          testPolicy: "distinguishing-simple",
        };
        const whole = play(setupOf(sample.rows, { ...settings, earlyStop: false }), answer);
        const short = play(setupOf(sample.rows, { ...settings, earlyStop: true }), answer);
        expect(short.asked.length).toBeLessThanOrEqual(whole.asked.length);
        // what is left later is the same or nothing
        if (whole.state.alive.length > 0) expect(whole.state.alive).toEqual(short.state.alive);
      }),
    );
  });
});

describe("soft scoring", () => {
  test("removes nobody and puts who agrees first", () => {
    const setup = setupOf(["PP", "FF", "PF"], { scoring: "soft", errorRate: 0.1 });
    const { state } = play(setup, () => "yes");
    expect(state.alive).toEqual([0, 2, 1]);
  });

  test("one wrong answer is outvoted where pruning loses the right candidate", () => {
    const rows = ["PPPPP", "FFPFF", "FFFFF", "PFFFP"];
    const answer = (test: number): Verdict => (test === 2 ? "no" : "yes"); // the third answer is wrong
    const settings = {
      maxQuestions: 5,
      testPolicy: "input-order",
      candidatePolicy: "input-order",
      earlyStop: false,
    };
    expect(play(setupOf(rows, settings), answer).state.alive).toEqual([]);
    expect(play(setupOf(rows, { ...settings, scoring: "soft" }), answer).state.alive[0]).toBe(0);
  });
});

test("the budget counts questions, or approved tests up to ten questions", () => {
  const row = ["FFFFFFFFFFFFFF", "PFPFPFPFPFPFPF"];
  const settings = { maxQuestions: 2, earlyStop: false, testPolicy: "input-order" };
  expect(play(setupOf(row, settings), () => "no").asked.length).toBe(2);
  expect(play(setupOf(row, { ...settings, approvedOnly: true }), () => "no").asked.length).toBe(10);
  expect(play(setupOf(row, { ...settings, approvedOnly: true }), () => "yes").asked.length).toBe(2);
  expect(play(setupOf(row, { ...settings, maxQuestions: 0 }), () => "yes").asked).toEqual([]);
});

test("names: TiCoder's spelling, the nearest of a mistyped one", () => {
  expect(testPolicyNamed("failed_codes").name).toBe("failed-codes");
  expect(candidatePolicyNamed("none").name).toBe("input-order");
  expect(() => testPolicyNamed("distinguishin")).toThrow(/no test policy/);
});

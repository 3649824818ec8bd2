/** Ranking and pruning of any pass matrix, by names: what a session does, a step at a time. */
import { ToolkitError } from "../../errors.ts";
import { PassMatrix } from "../../rank/matrix.ts";
import { byKey, type Key } from "../../rank/order.ts";
import { candidatePolicyNamed, testPolicyNamed } from "../../rank/policy-named.ts";
import { prune, type Verdict } from "../../rank/prune.ts";
import { oracleAnswer } from "../../rank/session.ts";
import { testPolicies } from "../../rank/test-policies/index.ts";
import { candidatePolicies } from "../../rank/candidate-policies/index.ts";
import { seededRandom } from "../../util/statistics.ts";

/** Outcomes by letters: P passed, F failed by an assertion, E another exception, T time. */
export interface OutcomeTable {
  readonly candidates: readonly string[];
  readonly tests: readonly string[];
  /** One row a candidate, one letter a test. */
  readonly rows: readonly string[];
}

export interface RankTestsOptions {
  /** Policy (`information-gain`); `policyNames` has the choices. */
  readonly policy?: string;
  /** The reference on the tests, for `greedy` and `ideal`. */
  readonly reference?: string;
  /** Whether each candidate is right, for `ideal`. */
  readonly correct?: readonly boolean[];
  /** How likely each candidate is the right one, up to a factor, for `information-gain`. */
  readonly weights?: readonly number[];
  /** How often answers are wrong, for `information-gain`. */
  readonly errorRate?: number;
  readonly dropCrashers?: boolean;
  readonly seed?: number;
}

/** A name with the key it was ranked by. */
export interface Ranked {
  readonly id: string;
  readonly key: Key;
}

/** The names of all policies. */
export const policyNames = {
  tests: Object.keys(testPolicies),
  candidates: Object.keys(candidatePolicies),
} as const;

/**
 * The tests, the next to ask about first. Keys are compared from the highest down, pairs left to right; equal keys
 * keep the order of the table.
 * @throws ToolkitError `usage` for an unknown policy, `input-invalid` for a table that is none.
 */
export function rankTests(table: OutcomeTable, options: RankTestsOptions = {}): Ranked[] {
  const { policy = "information-gain", reference, correct, weights, errorRate = 0 } = options;
  const matrix = PassMatrix.fromRows(table.rows, table.tests.length);
  const tests = table.tests.map((_, place) => place);
  const keys = testPolicyNamed(policy).keys({
    matrix,
    tests,
    candidates: table.candidates.map((_, place) => place),
    rules: { dropCrashers: options.dropCrashers ?? true },
    errorRate,
    ...(weights && { weightOf: (candidate: number) => weights[candidate] ?? 0 }),
    ...(reference !== undefined && { answerOf: (test: number) => oracleAnswer(reference.charAt(test)) }),
    ...(correct && { isCorrect: (candidate: number) => correct[candidate] ?? false }),
    random: seededRandom(options.seed ?? 0),
  });
  return byKey(tests, keys).map((test) => ({ id: table.tests[test] ?? "", key: keys[test] ?? 0 }));
}

export interface RankCandidatesOptions {
  /** Policy (`dual-agreement`). */
  readonly policy?: string;
  /** Samples behind each candidate (1). */
  readonly copies?: readonly number[];
  /** What each candidate gave for the inputs, as text that is equal for equal behaviour. */
  readonly behaviours?: readonly string[];
}

/**
 * The candidates, best first; `code-t` leaves all but one of each group out.
 * @throws ToolkitError `usage`, `input-invalid`.
 */
export function rankCandidates(table: OutcomeTable, options: RankCandidatesOptions = {}): string[] {
  const { policy = "dual-agreement", copies, behaviours } = options;
  const order = candidatePolicyNamed(policy).rank({
    matrix: PassMatrix.fromRows(table.rows, table.tests.length),
    candidates: table.candidates.map((_, place) => place),
    tests: table.tests.map((_, place) => place),
    ...(copies && { copiesOf: (candidate: number) => copies[candidate] ?? 1 }),
    ...(behaviours && { behaviourOf: (candidate: number) => behaviours[candidate] ?? "" }),
  });
  return order.map((candidate) => table.candidates[candidate] ?? "");
}

/**
 * The candidates that an answer about a test leaves, in their order.
 * @param options `dropCrashers` (true): a rejected test removes who crashes on it; `protectedCandidates` stay whatever
 * is answered, as TiCoder's evaluation has it.
 * @throws ToolkitError `usage` for a test that is not in the table, `input-invalid` for a table that is none.
 */
export function pruneByAnswer(
  table: OutcomeTable,
  test: string,
  answer: Verdict,
  options: { readonly dropCrashers?: boolean; readonly protectedCandidates?: readonly string[] } = {},
): string[] {
  const { dropCrashers = true, protectedCandidates = [] } = options;
  const kept = new Set(protectedCandidates);
  const matrix = PassMatrix.fromRows(table.rows, table.tests.length);
  const asked = { test: table.tests.indexOf(test), answer };
  const all = table.candidates.map((_, place) => place);
  if (asked.test < 0)
    throw new ToolkitError("usage", `the table has no test named "${test}"`, {
      hint: `Name one of: ${table.tests.slice(0, 20).join(", ")}.`,
    });
  const isProtected = (candidate: number): boolean => kept.has(table.candidates[candidate] ?? "");
  return prune(matrix, all, asked, { dropCrashers, isProtected }).map(
    (place) => table.candidates[place] ?? "",
  );
}

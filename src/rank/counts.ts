/** How candidates fared on a test, and a candidate on tests. */
import { ASSERTION, PASS, type PassMatrix } from "./matrix.ts";

export interface OutcomeCounts {
  readonly passed: number;
  readonly asserted: number;
  /** Everything else: exceptions, time. */
  readonly other: number;
}

/** Over candidates, of one test. */
export function countTest(matrix: PassMatrix, candidates: readonly number[], test: number): OutcomeCounts {
  let [passed, asserted] = [0, 0];
  for (const candidate of candidates) {
    const outcome = matrix.at(candidate, test);
    if (outcome === PASS) passed++;
    else if (outcome === ASSERTION) asserted++;
  }
  return { passed, asserted, other: candidates.length - passed - asserted };
}

/** Over tests, of one candidate. */
export function countCandidate(
  matrix: PassMatrix,
  candidate: number,
  tests: readonly number[],
): OutcomeCounts {
  let [passed, asserted] = [0, 0];
  for (const test of tests) {
    const outcome = matrix.at(candidate, test);
    if (outcome === PASS) passed++;
    else if (outcome === ASSERTION) asserted++;
  }
  return { passed, asserted, other: tests.length - passed - asserted };
}

/** How evenly two sides are: 0 when one is empty, 1 when they are equal. */
export function evenness(a: number, b: number): number {
  return Math.min(a, b) / Math.max(1, a, b);
}

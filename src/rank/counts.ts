/** How candidates fared on a test, and a candidate on tests. */
import { ASSERTION, PASS, type PassMatrix } from "./matrix.ts";

export interface OutcomeCounts {
  readonly passed: number;
  readonly asserted: number;
}

/** Over candidates, of one test. */
export function countTest(matrix: PassMatrix, candidates: readonly number[], test: number): OutcomeCounts {
  return countIn(matrix.ofAllCandidates(test), candidates);
}

/** Over tests, of one candidate. */
export function countCandidate(
  matrix: PassMatrix,
  candidate: number,
  tests: readonly number[],
): OutcomeCounts {
  return countIn(matrix.onAllTests(candidate), tests);
}

function countIn(outcomes: Uint8Array, places: readonly number[]): OutcomeCounts {
  let [passed, asserted] = [0, 0];
  for (let index = 0; index < places.length; index++) {
    const outcome = outcomes[places[index] ?? -1];
    if (outcome === PASS) passed++;
    else if (outcome === ASSERTION) asserted++;
  }
  return { passed, asserted };
}

/** Two sums over candidates of one test: `weights` of those that pass, and of those that fail by assertion. */
export function weighTest(
  matrix: PassMatrix,
  candidates: readonly number[],
  test: number,
  [passing, asserting]: readonly [Float64Array, Float64Array],
): readonly [number, number] {
  const outcomes = matrix.ofAllCandidates(test);
  let [passed, asserted] = [0, 0];
  for (let index = 0; index < candidates.length; index++) {
    const outcome = outcomes[candidates[index] ?? -1];
    if (outcome === PASS) passed += passing[index] ?? 0;
    else if (outcome === ASSERTION) asserted += asserting[index] ?? 0;
  }
  return [passed, asserted];
}

/** How evenly two sides are: 0 when one is empty, 1 when they are equal. */
export function evenness(a: number, b: number): number {
  return Math.min(a, b) / Math.max(1, a, b);
}

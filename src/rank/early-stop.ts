/** When no question can change anything any more. */
import { ASSERTION, PASS, type PassMatrix } from "./matrix.ts";

/** True when at most one candidate is left, or all that are left do the same on every test not yet asked about. */
export function isDecided(
  matrix: PassMatrix,
  candidates: readonly number[],
  tests: readonly number[],
): boolean {
  const [first, ...others] = candidates;
  if (first === undefined || others.length === 0) return true;
  return tests.every((test) => {
    const reaction = reactionOf(matrix, first, test);
    return others.every((candidate) => reactionOf(matrix, candidate, test) === reaction);
  });
}

/** Passed, failed, or gave no value: what answers can tell apart. */
function reactionOf(matrix: PassMatrix, candidate: number, test: number): number {
  const outcome = matrix.at(candidate, test);
  return outcome === PASS || outcome === ASSERTION ? outcome : 2;
}

/** TiCoder's prunings before the first question: what runs for nobody is no question, who runs nowhere no candidate. */
import { ASSERTION, type PassMatrix } from "./matrix.ts";

/** Tests that some candidate passes or fails by assertion. Without candidates none is kept. */
export function keepRunnableTests(
  matrix: PassMatrix,
  candidates: readonly number[],
  tests: readonly number[],
): number[] {
  return tests.filter((test) => candidates.some((candidate) => matrix.at(candidate, test) <= ASSERTION));
}

/** Candidates that pass some test or fail it by assertion; all of them when there is no test. */
export function keepRunnableCandidates(
  matrix: PassMatrix,
  candidates: readonly number[],
  tests: readonly number[],
): number[] {
  if (tests.length === 0) return [...candidates];
  return candidates.filter((candidate) => tests.some((test) => matrix.at(candidate, test) <= ASSERTION));
}

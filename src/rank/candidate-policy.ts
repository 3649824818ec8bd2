/** In which order the candidates that are left stand, from tests that were not asked about. */
import type { PassMatrix } from "./matrix.ts";

/** What is known when candidates are ranked. Candidates and tests are indices into the matrix. */
export interface Standing {
  readonly matrix: PassMatrix;
  /** In their present order. */
  readonly candidates: readonly number[];
  /** Tests not asked about; a person has said nothing of them. */
  readonly tests: readonly number[];
  /** How many samples were this program; left out: one each. */
  readonly copiesOf?: (candidate: number) => number;
  /** What a candidate gave for the inputs, as text that is equal for equal behaviour; left out: its outcomes. */
  readonly behaviourOf?: (candidate: number) => string;
}

export interface CandidatePolicy {
  readonly name: string;
  readonly summary: string;
  /** The candidates, best first; equals keep their order. `code-t` alone leaves some out. */
  rank(standing: Standing): number[];
}

/** The tests a candidate passes, as text. */
export function passedSet({ matrix, tests }: Standing, candidate: number): string {
  return tests.filter((test) => matrix.passes(candidate, test)).join();
}

/** How many tests a candidate passes. */
export function passedCount({ matrix, tests }: Standing, candidate: number): number {
  let passed = 0;
  for (const test of tests) if (matrix.passes(candidate, test)) passed++;
  return passed;
}

/** The samples behind some candidates. */
export function samplesOf({ copiesOf = () => 1 }: Standing, candidates: readonly number[]): number {
  return candidates.reduce((sum, candidate) => sum + copiesOf(candidate), 0);
}

/** What a candidate does: what was observed, else its outcomes on the tests. */
export function behaviourIn(standing: Standing, candidate: number): string {
  const { matrix, tests, behaviourOf } = standing;
  return behaviourOf?.(candidate) ?? tests.map((test) => matrix.at(candidate, test)).join("");
}

/** In which order the candidates that are left stand, from tests that were not asked about. */
import { countCandidate } from "./counts.ts";
import { PASS, type PassMatrix } from "./matrix.ts";

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

/** The tests a candidate passes, as text that is equal for equal sets and empty for none. */
export function passedSet({ matrix, tests }: Standing, candidate: number): string {
  const outcomes = matrix.onAllTests(candidate);
  return packed(tests.length, 1, (index) => Number(outcomes[tests[index] ?? -1] === PASS));
}

/** Small numbers as text, several to a character; empty when all are 0. */
function packed(count: number, bits: number, numberAt: (index: number) => number): string {
  const each = Math.floor(BITS_OF_CHARACTER / bits);
  const characters: number[] = [];
  let some = 0;
  for (let start = 0; start < count; start += each) {
    let code = 0;
    for (let index = start; index < Math.min(count, start + each); index++)
      code |= numberAt(index) << (bits * (index - start));
    some |= code;
    characters.push(code);
  }
  return some === 0 ? "" : String.fromCharCode(...characters);
}

const BITS_OF_CHARACTER = 14;

/** How many tests a candidate passes. */
export function passedCount({ matrix, tests }: Standing, candidate: number): number {
  return countCandidate(matrix, candidate, tests).passed;
}

/** The samples behind some candidates. */
export function samplesOf({ copiesOf = () => 1 }: Standing, candidates: readonly number[]): number {
  return candidates.reduce((sum, candidate) => sum + copiesOf(candidate), 0);
}

/** What a candidate does: what was observed, else its outcomes on the tests. */
export function behaviourIn(standing: Standing, candidate: number): string {
  const { matrix, tests, behaviourOf } = standing;
  if (behaviourOf !== undefined) return behaviourOf(candidate);
  const outcomes = matrix.onAllTests(candidate);
  return packed(tests.length, 2, (index) => outcomes[tests[index] ?? -1] ?? 0);
}

import type { CandidatePolicy, Standing } from "../candidate-policy.ts";
import { PASS } from "../matrix.ts";
import { byKey } from "../order.ts";

const ITERATIONS = 10;

/** Good candidates pass good tests, and good tests are passed by good candidates: s = M·w, w = Mᵀ·s, in turn. */
export const mutualScores: CandidatePolicy = {
  name: "mutual-scores",
  summary: "candidates and tests that vouch for each other, by repeated multiplication",
  rank: (standing) => byKey(standing.candidates, mutualKeys(standing)),
};

function mutualKeys(standing: Standing): number[] {
  const { matrix, candidates, tests, copiesOf = () => 1 } = standing;
  const copies = Float64Array.from(candidates, copiesOf);
  const columns = tests.map((test) => passing(matrix.ofAllCandidates(test), candidates));
  let scores = new Float64Array(candidates.length).fill(1);
  for (let round = 0; round < ITERATIONS; round++) {
    const next = new Float64Array(candidates.length);
    let highest = 0;
    const worth = columns.map((passed) => {
      let sum = 0;
      for (const index of passed) sum += (scores[index] ?? 0) * (copies[index] ?? 0);
      highest = Math.max(highest, sum);
      return sum;
    });
    if (highest === 0) return candidates.map(() => 0);
    columns.forEach((passed, place) => {
      const share = (worth[place] ?? 0) / highest;
      for (const index of passed) next[index] = (next[index] ?? 0) + share;
    });
    scores = next;
  }
  return Array.from(scores, (score) => Number(score.toPrecision(12))); // equal rows are equal whatever the order of sums
}

/** Places in `candidates` of those that pass: looked up once, gone through in every round. */
function passing(outcomes: Uint8Array, candidates: readonly number[]): Uint32Array {
  const found = new Uint32Array(candidates.length);
  let size = 0;
  candidates.forEach((candidate, index) => {
    if (outcomes[candidate] === PASS) found[size++] = index;
  });
  return found.subarray(0, size);
}

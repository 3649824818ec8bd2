import type { CandidatePolicy, Standing } from "../candidate-policy.ts";
import { byKey } from "../order.ts";

const ITERATIONS = 20;

/** Good candidates pass good tests, and good tests are passed by good candidates: s = M·w, w = Mᵀ·s, in turn. */
export const mutualScores: CandidatePolicy = {
  name: "mutual-scores",
  summary: "candidates and tests that vouch for each other, by repeated multiplication",
  rank: (standing) => byKey(standing.candidates, mutualKeys(standing)),
};

function mutualKeys(standing: Standing): number[] {
  const { matrix, candidates, tests, copiesOf = () => 1 } = standing;
  let scores = candidates.map(() => 1);
  for (let round = 0; round < ITERATIONS; round++) {
    const worth = tests.map((test) => {
      let sum = 0;
      for (const [place, candidate] of candidates.entries())
        if (matrix.passes(candidate, test)) sum += (scores[place] ?? 0) * copiesOf(candidate);
      return sum;
    });
    const highest = Math.max(...worth, 0);
    if (highest === 0) return candidates.map(() => 0);
    scores = candidates.map((candidate) => {
      let sum = 0;
      for (const [place, test] of tests.entries())
        if (matrix.passes(candidate, test)) sum += (worth[place] ?? 0) / highest;
      return sum;
    });
  }
  return scores.map((score) => Number(score.toPrecision(12))); // equal rows are equal whatever the order of sums
}

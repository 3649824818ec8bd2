import { countCandidate, evenness } from "../counts.ts";
import { ASSERTION, PASS } from "../matrix.ts";
import type { TestPolicy } from "../test-policy.ts";

/** TiCoder's intent; as released it raises. Candidates that pass little weigh more on the passing side, and so on. */
export const weighted: TestPolicy = {
  name: "weighted",
  summary: "like distinguishing, where a candidate weighs more the less it does so elsewhere",
  needs: [],
  keys({ matrix, candidates, tests }) {
    const all = tests.length;
    const counts = candidates.map((candidate) => countCandidate(matrix, candidate, tests));
    return tests.map((test) => {
      let [passing, asserting] = [0, 0];
      for (const [place, candidate] of candidates.entries()) {
        const outcome = matrix.at(candidate, test);
        const { passed = 0, asserted = 0 } = counts[place] ?? {};
        if (outcome === PASS) passing += ((all - passed) * 100) / all;
        else if (outcome === ASSERTION) asserting += ((all - asserted) * 100) / all;
      }
      return evenness(passing, asserting);
    });
  },
};

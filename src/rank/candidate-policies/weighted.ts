import { type CandidatePolicy, type Standing } from "../candidate-policy.ts";
import { countTest } from "../counts.ts";
import { PASS } from "../matrix.ts";
import { byKey } from "../order.ts";

/** TiCoder's intent; as released it raises. */
export const weighted: CandidatePolicy = {
  name: "weighted",
  summary: "who passes most tests, where a test counts more the fewer pass it",
  rank: (standing) => byKey(standing.candidates, weightedKeys(standing)),
};

/** For each candidate the sum of 100/P(t) over the tests it passes, in test order. */
export function weightedKeys({ matrix, candidates, tests }: Standing): number[] {
  const worth = tests.map((test) => {
    const { passed } = countTest(matrix, candidates, test);
    return passed === 0 ? 0 : 100 / passed;
  });
  return candidates.map((candidate) => {
    const outcomes = matrix.onAllTests(candidate);
    let key = 0;
    for (let index = 0; index < tests.length; index++)
      if (outcomes[tests[index] ?? -1] === PASS) key += worth[index] ?? 0;
    return key;
  });
}

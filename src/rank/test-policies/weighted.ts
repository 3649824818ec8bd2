import { countCandidate, evenness, weighTest } from "../counts.ts";
import type { TestPolicy } from "../test-policy.ts";

/** TiCoder's intent; as released it raises. Candidates that pass little weigh more on the passing side, and so on. */
export const weighted: TestPolicy = {
  name: "weighted",
  summary: "like distinguishing, where a candidate weighs more the less it does so elsewhere",
  needs: [],
  keys({ matrix, candidates, tests }) {
    const all = tests.length;
    const counts = candidates.map((candidate) => countCandidate(matrix, candidate, tests));
    const share = (count: number): number => ((all - count) * 100) / all;
    const passing = Float64Array.from(counts, ({ passed }) => share(passed));
    const asserting = Float64Array.from(counts, ({ asserted }) => share(asserted));
    return tests.map((test) => evenness(...weighTest(matrix, candidates, test, [passing, asserting])));
  },
};

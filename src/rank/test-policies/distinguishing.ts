import { countTest, evenness } from "../counts.ts";
import type { TestPolicy } from "../test-policy.ts";

/** Lahiri et al., "Interactive Code Generation via Test-Driven User-Intent Formalization" (TiCoder). */
export const distinguishing: TestPolicy = {
  name: "distinguishing",
  summary: "the test that splits candidates most evenly into passing and failing by assertion",
  needs: [],
  keys: ({ matrix, candidates, tests }) =>
    tests.map((test) => {
      const { passed, asserted } = countTest(matrix, candidates, test);
      return evenness(passed, asserted);
    }),
};

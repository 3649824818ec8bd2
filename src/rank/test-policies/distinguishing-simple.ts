import { countTest, evenness } from "../counts.ts";
import type { TestPolicy } from "../test-policy.ts";

/** TiCoder. */
export const distinguishingSimple: TestPolicy = {
  name: "distinguishing-simple",
  summary: "the test that splits candidates most evenly into passing and not passing",
  needs: [],
  keys: ({ matrix, candidates, tests }) =>
    tests.map((test) => {
      const { passed } = countTest(matrix, candidates, test);
      return evenness(passed, candidates.length - passed);
    }),
};

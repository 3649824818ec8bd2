import { countTest } from "../counts.ts";
import type { TestPolicy } from "../test-policy.ts";

/** TiCoder. */
export const failedCodes: TestPolicy = {
  name: "failed-codes",
  summary: "the test that most candidates fail by assertion, then that most do not pass",
  needs: [],
  keys: ({ matrix, candidates, tests }) =>
    tests.map((test) => {
      const { passed, asserted } = countTest(matrix, candidates, test);
      return [asserted, candidates.length - passed];
    }),
};

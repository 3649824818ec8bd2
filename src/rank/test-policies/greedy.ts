import { countSurvivors } from "../prune.ts";
import type { TestPolicy } from "../test-policy.ts";

/** TiCoder. Looks at the oracle's answer, so it bounds what a person's session can reach in one step. */
export const greedy: TestPolicy = {
  name: "greedy",
  summary: "the test whose true answer removes most candidates",
  needs: ["oracle"],
  keys: ({ matrix, candidates, tests, rules, answerOf }) =>
    tests.map((test) => {
      const answer = answerOf?.(test) ?? "skip";
      return candidates.length - countSurvivors(matrix, candidates, { test, answer }, rules).kept;
    }),
};

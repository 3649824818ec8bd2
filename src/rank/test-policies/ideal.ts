import { countSurvivors } from "../prune.ts";
import type { TestPolicy } from "../test-policy.ts";

/** TiCoder. Looks at the oracle's answer and at the hidden tests. */
export const ideal: TestPolicy = {
  name: "ideal",
  summary: "the test whose true answer removes most wrong candidates, then keeps most right ones",
  needs: ["oracle", "validation"],
  keys: ({ matrix, candidates, tests, rules, answerOf, isCorrect = () => false }) => {
    const wrong = candidates.filter((candidate) => !isCorrect(candidate)).length;
    return tests.map((test) => {
      const answer = answerOf?.(test) ?? "skip";
      if (answer === "skip") return [0, 0];
      const counting = { ...rules, isCorrect };
      const { kept, correct } = countSurvivors(matrix, candidates, { test, answer }, counting);
      return [wrong - (kept - correct), correct];
    });
  },
};

import type { TestPolicy } from "../test-policy.ts";

export const randomOrder: TestPolicy = {
  name: "random",
  summary: "any, by the seed",
  needs: [],
  keys: ({ tests, random }) => tests.map(() => random()),
};

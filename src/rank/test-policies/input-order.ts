import type { TestPolicy } from "../test-policy.ts";

export const inputOrder: TestPolicy = {
  name: "input-order",
  summary: "as they came",
  needs: [],
  keys: ({ tests }) => tests.map(() => 0),
};

import type { CandidatePolicy } from "../candidate-policy.ts";

export const inputOrder: CandidatePolicy = {
  name: "input-order",
  summary: "as they came",
  rank: ({ candidates }) => [...candidates],
};

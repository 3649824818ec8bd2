import { type CandidatePolicy, passedCount } from "../candidate-policy.ts";
import { byKey } from "../order.ts";

/** TiCoder, CodeCoR. */
export const passingTests: CandidatePolicy = {
  name: "passing-tests",
  summary: "who passes most tests",
  rank: (standing) =>
    byKey(
      standing.candidates,
      standing.candidates.map((candidate) => passedCount(standing, candidate)),
    ),
};

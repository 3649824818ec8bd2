import { behaviourIn, type CandidatePolicy, passedCount, samplesOf } from "../candidate-policy.ts";
import { byKey, groupBy } from "../order.ts";

/** Passes first; among those that pass as many, who behaves as most others of them do. */
export const bestOfN: CandidatePolicy = {
  name: "best-of-n",
  summary: "who passes most tests, then who agrees with most others that pass as many",
  rank(standing) {
    const agreement = new Map<number, number>();
    for (const tied of groupBy(standing.candidates, (candidate) => `${passedCount(standing, candidate)}`)) {
      for (const group of groupBy(tied, (candidate) => behaviourIn(standing, candidate))) {
        const samples = samplesOf(standing, group);
        for (const candidate of group) agreement.set(candidate, samples);
      }
    }
    const keys = standing.candidates.map((candidate) => [
      passedCount(standing, candidate),
      agreement.get(candidate) ?? 0,
    ]);
    return byKey(standing.candidates, keys);
  },
};

import {
  type CandidatePolicy,
  passedCount,
  passedSet,
  samplesOf,
  type Standing,
} from "../candidate-policy.ts";
import { byKey, groupBy, oneOfEach } from "../order.ts";

/** Chen et al., "CodeT", as its program computes it: √(samples) · tests. */
export const dualAgreement: CandidatePolicy = {
  name: "dual-agreement",
  summary:
    "groups that pass the same tests, by √(samples) · tests passed; one of each in turn (CodeT as released)",
  rank: (standing) => rankGroups(standing, Math.sqrt),
};

/** Chen et al., "CodeT", as the paper states it: samples · tests. */
export const dualAgreementPublished: CandidatePolicy = {
  name: "dual-agreement-published",
  summary: "the same by samples · tests passed (CodeT as published)",
  rank: (standing) => rankGroups(standing, (samples) => samples),
};

function rankGroups(standing: Standing, worth: (samples: number) => number): number[] {
  const groups = groupBy(standing.candidates, (candidate) => passedSet(standing, candidate));
  const keys = groups.map(
    (group) => worth(samplesOf(standing, group)) * passedCount(standing, group[0] as number),
  );
  return oneOfEach(byKey(groups, keys));
}

/** Every way to order the candidates that are left, by name. */
import type { CandidatePolicy } from "../candidate-policy.ts";
import { behaviourClusters } from "./behaviour-clusters.ts";
import { bestOfN } from "./best-of-n.ts";
import { codeT } from "./code-t.ts";
import { dualAgreement, dualAgreementPublished } from "./dual-agreement.ts";
import { inputOrder } from "./input-order.ts";
import { mutualScores } from "./mutual-scores.ts";
import { passingTests } from "./passing-tests.ts";
import { weighted } from "./weighted.ts";

const all: readonly CandidatePolicy[] = [
  inputOrder,
  passingTests,
  weighted,
  codeT,
  dualAgreement,
  dualAgreementPublished,
  mutualScores,
  bestOfN,
  behaviourClusters,
];

export const candidatePolicies: Readonly<Record<string, CandidatePolicy>> = Object.fromEntries(
  all.map((policy) => [policy.name, policy]),
);

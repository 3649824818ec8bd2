/** Noise-tolerant scoring: an answer lowers the weight of who disagrees with it instead of removing them. */
import type { PassMatrix } from "./matrix.ts";
import { type PruneRules, survives, type Verdict } from "./prune.ts";

/** The weights after an answer that is wrong with probability `errorRate` (Bayes' rule, up to a factor). */
export function reweigh(
  matrix: PassMatrix,
  weights: readonly number[],
  asked: { readonly test: number; readonly answer: Verdict },
  rules: PruneRules & { readonly errorRate: number },
): number[] {
  if (asked.answer === "skip") return [...weights];
  return weights.map((weight, candidate) =>
    survives(matrix, candidate, asked, rules) ? weight * (1 - rules.errorRate) : weight * rules.errorRate,
  );
}

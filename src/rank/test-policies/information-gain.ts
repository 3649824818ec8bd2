import { weighTest } from "../counts.ts";
import type { TestPolicy } from "../test-policy.ts";

/**
 * Mutual information, in bits, between the answer and which candidate is right. If a candidate is right, a test that
 * it passes is approved, one that it fails by assertion is rejected, one that it crashes on is skipped; an answer of
 * the first two kinds is the other one with probability `errorRate`.
 */
export const informationGain: TestPolicy = {
  name: "information-gain",
  summary: "the test whose answer tells most about which candidate is right",
  needs: [],
  keys({ matrix, candidates, tests, weightOf = () => 1, errorRate = 0 }) {
    const weights = Float64Array.from(candidates, weightOf);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (total === 0) return tests.map(() => 0);
    const noise = binaryEntropy(errorRate);
    return tests.map((test) => {
      const [yes, no] = weighTest(matrix, candidates, test, [weights, weights]);
      const decided = (yes + no) / total;
      const share = yes + no === 0 ? 0 : yes / (yes + no);
      const said = share * (1 - errorRate) + (1 - share) * errorRate;
      return binaryEntropy(decided) + decided * (binaryEntropy(said) - noise);
    });
  },
};

function binaryEntropy(share: number): number {
  if (share <= 0 || share >= 1) return 0;
  return -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
}

import { behaviourIn, type CandidatePolicy, samplesOf } from "../candidate-policy.ts";
import { byKey, groupBy, oneOfEach } from "../order.ts";

/** Li et al., "AlphaCode": candidates that give the same outputs are one cluster; one of each, largest first. */
export const behaviourClusters: CandidatePolicy = {
  name: "behaviour-clusters",
  summary: "one of each cluster with the same outputs, the largest cluster first",
  rank(standing) {
    const clusters = groupBy(standing.candidates, (candidate) => behaviourIn(standing, candidate));
    return oneOfEach(
      byKey(
        clusters,
        clusters.map((cluster) => samplesOf(standing, cluster)),
      ),
    );
  },
};

import { type CandidatePolicy, passedCount, passedSet, type Standing } from "../candidate-policy.ts";
import { byKey, groupBy } from "../order.ts";

/**
 * TiCoder's form of CodeT: one candidate of each group with the same passed tests, by √(group size) · share of tests
 * passed. When a candidate passes nothing the list stays as it is. As released it raises; this is the intent.
 */
export const codeT: CandidatePolicy = {
  name: "code-t",
  summary: "one of each group that passes the same tests, by group size and tests passed",
  rank(standing) {
    const { candidates, tests } = standing;
    if (tests.length === 0 || candidates.some((candidate) => passedCount(standing, candidate) === 0))
      return [...candidates];
    const groups = codeTGroups(standing);
    return byKey(
      groups.map(({ members }) => members[0] as number),
      groups.map(({ key }) => key),
    );
  },
};

/** Groups in the order in which they were first seen, each with its key. */
export function codeTGroups(standing: Standing): { readonly members: number[]; readonly key: number }[] {
  const groups = groupBy(standing.candidates, (candidate) => passedSet(standing, candidate));
  return groups.map((members) => {
    const passed = passedCount(standing, members[0] as number);
    return { members, key: (Math.sqrt(members.length) * passed) / standing.tests.length };
  });
}

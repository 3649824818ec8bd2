/**
 * TiCoder's mutation of tests: a test is rewritten so that it holds for a candidate, and so says what that candidate
 * does. `rewritten` has a row a candidate with a test, or null, for each given test.
 */
import type { Python } from "../python/index.ts";
import { distinctTests, readTests, type ReadTest } from "./tests/read-tests.ts";
import { withValue } from "./tests/right-value.ts";

export type Rewritten = readonly (readonly (ReadTest | null)[])[];

/** A test with a candidate's value; null when the test has no value or the candidate gave none. */
export function rewriteTest(
  python: Python,
  test: ReadTest,
  literal: string | null,
  functionName: string,
): ReadTest | null {
  const changed = literal === null ? null : withValue(test, literal);
  return changed === null ? null : (readTests(python, changed.code, functionName)[0] ?? null);
}

/** The given tests, then every rewrite, candidate after candidate; of those that say the same the first. */
export function rewriteAll(tests: readonly ReadTest[], rewritten: Rewritten): ReadTest[] {
  return distinctTests([...tests, ...rewritten.flat().filter((test) => test !== null)]);
}

/** The given tests, then the rewrites that at most `percent` of the candidates give. */
export function rareRewrites(tests: readonly ReadTest[], rewritten: Rewritten, percent: number): ReadTest[] {
  const givers = new Map<string, number>();
  for (const row of rewritten) {
    for (const normal of new Set(row.flatMap((test) => test?.normal ?? [])))
      givers.set(normal, (givers.get(normal) ?? 0) + 1);
  }
  const most = (rewritten.length * percent) / 100;
  const rare = rewritten.map((row) =>
    row.map((test) => (test !== null && (givers.get(test.normal) ?? 0) <= most ? test : null)),
  );
  return rewriteAll(tests, rare);
}

/**
 * Candidates grouped by what the first test that can be rewritten becomes for them; these rewrites, the largest group
 * first, then the other tests.
 */
export function clusterRewrites(tests: readonly ReadTest[], rewritten: Rewritten): ReadTest[] {
  const chosen = tests.findIndex((_, place) => rewritten.some((row) => (row[place] ?? null) !== null));
  if (chosen < 0) return [...tests];
  const groups = new Map<string, { readonly test: ReadTest; size: number }>();
  for (const row of rewritten) {
    const test = row[chosen] ?? null;
    if (test === null) continue;
    const group = groups.get(test.normal);
    if (group === undefined) groups.set(test.normal, { test, size: 1 });
    else group.size++;
  }
  const clusters = [...groups.values()].toSorted((a, b) => b.size - a.size).map(({ test }) => test);
  return distinctTests([...clusters, ...tests.filter((_, place) => place !== chosen)]);
}

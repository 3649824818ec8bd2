/** Which packages differ between two locks. */
import type { PackageChange } from "../../contracts/dataset-version.ts";
import { canonicalName } from "../../python/index.ts";

/**
 * Packages of either lock whose version is not the same, by name.
 * @param first Requirements whose packages come first.
 */
export function lockChanges(
  before: readonly string[],
  after: readonly string[],
  first: readonly string[] = [],
): PackageChange[] {
  const [old, now] = [versionsOf(before), versionsOf(after)];
  const asked = new Set(first.map((requirement) => requirementName(requirement)));
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after)
    .toSorted((a, b) => Number(asked.has(b.name)) - Number(asked.has(a.name)));
}

/** "scikit-learn==1.2.2" → "scikit-learn". */
export function requirementName(requirement: string): string {
  return canonicalName(
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?/.exec(requirement.trim())?.[0] ?? requirement,
  );
}

function versionsOf(lock: readonly string[]): Map<string, string> {
  return new Map(
    lock.map((line) => {
      const [, name = line, version = ""] = /^(.+?)(?:==| @ )(.*)$/.exec(line) ?? [];
      return [canonicalName(name), version];
    }),
  );
}

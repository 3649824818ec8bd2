/**
 * Environments as they were recorded: a requirement set gets exactly the versions of its lock, whatever the index
 * has now. A version that cannot be had any more is `install-failed` with the resolver's reason, never another one.
 */
import type { EnvironmentLock } from "../src/contracts/environment.ts";
import type { LockingEnvironmentManager } from "./environments.ts";
import { requirementSet } from "./requirement-set.ts";

/**
 * `manager`, but a set that one of `locks` was made for is realised from it: the lock of the very set, else of the
 * smallest set that holds it, as environments serve several sets; else the smallest that has every package of a set of
 * plain names, which any version satisfies. Sets without a lock are resolved as ever.
 */
export function pinToLocks(
  manager: LockingEnvironmentManager,
  locks: readonly EnvironmentLock[],
): LockingEnvironmentManager {
  const lockOf = lockFinder(locks);
  return {
    restore: (environment, signal) => manager.restore(environment, signal),
    merge: (sets, signal) =>
      manager.merge(
        sets.filter((set) => lockOf(set) === null),
        signal,
      ),
    list: () => manager.list(),
    prune: (options) => manager.prune(options),
    resolve(requirements, signal) {
      const lock = lockOf(requirements);
      return lock === null ? manager.resolve(requirements, signal) : manager.restore(lock, signal);
    },
  };
}

/** The lock that serves a requirement set; null when none does. The same locks in another order give the same. */
function lockFinder(
  locks: readonly EnvironmentLock[],
): (requirements: readonly string[]) => EnvironmentLock | null {
  const ordered = locks
    .filter(({ lock }) => lock.length > 0)
    .map(({ requirements, lock }) => ({ requirements: requirementSet(requirements), lock: [...lock].sort() }))
    .sort((a, b) => a.requirements.length - b.requirements.length || (textOf(a) < textOf(b) ? -1 : 1));
  return (requirements) => {
    const wanted = requirementSet(requirements);
    if (wanted.length === 0) return null;
    const madeFor = ordered.find((lock) => wanted.every((one) => lock.requirements.includes(one)));
    return madeFor ?? ordered.find(({ lock }) => wanted.every((one) => hasPackage(lock, one))) ?? null;
  };
}

/** Never true for a requirement that names a version, an extra or a marker: whether it fits is the resolver's to say. */
function hasPackage(lock: readonly string[], requirement: string): boolean {
  return lock.some((entry) => entry.startsWith(`${requirement}==`));
}

function textOf({ requirements, lock }: EnvironmentLock): string {
  return [...requirements, "", ...lock].join("\n");
}

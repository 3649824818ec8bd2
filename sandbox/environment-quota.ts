/** Keeps the cache of environments below its quota: the least recently used go first. */
import type { EnvironmentStore, StoredEnvironment } from "./environment-store.ts";

export interface PruneOptions {
  /** Remove until all together take at most this many bytes. */
  readonly quotaBytes?: number;
  /** Remove what nobody used for this long, ms. */
  readonly unusedMs?: number;
  /** Remove these, by key or by id of their record; unique beginnings are enough. */
  readonly names?: readonly string[];
  readonly all?: boolean;
  /** Never remove these, by key. */
  readonly keep?: readonly string[];
  /** Say what would be removed, and leave it. */
  readonly dryRun?: boolean;
}

/** Which of `stored` are to go. */
export function chooseToRemove(
  stored: readonly StoredEnvironment[],
  options: PruneOptions,
  nowMs: number,
): StoredEnvironment[] {
  const { quotaBytes, unusedMs, names = [], all = false, keep = [] } = options;
  const oldestFirst = stored
    .filter(({ key }) => !keep.includes(key))
    .sort((a, b) => a.usedAtMs - b.usedAtMs || (a.key < b.key ? -1 : 1));
  let surplus = quotaBytes === undefined ? 0 : stored.reduce((sum, { bytes }) => sum + bytes, 0) - quotaBytes;
  return oldestFirst.filter((entry) => {
    const named = names.some((name) => entry.key.startsWith(name) || entry.environment.id.startsWith(name));
    const old = unusedMs !== undefined && nowMs - entry.usedAtMs >= unusedMs;
    if (!all && !named && !old && surplus <= 0) return false;
    surplus -= entry.bytes;
    return true;
  });
}

/** Removes what `options` say; what was removed. */
export async function prune(store: EnvironmentStore, options: PruneOptions): Promise<StoredEnvironment[]> {
  const chosen = chooseToRemove(await store.list(), options, Date.now());
  if (options.dryRun !== true) for (const { key } of chosen) await store.remove(key);
  return chosen;
}

/** After an install: makes room, but never removes what this process has in use. */
export async function keepQuota(
  store: EnvironmentStore,
  quotaBytes: number,
  inUse: readonly string[],
): Promise<void> {
  await prune(store, { quotaBytes, keep: inUse });
}

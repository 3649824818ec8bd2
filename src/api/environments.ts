/** The cache of environments: what is there, what it costs, and removing it. */
import type { Config } from "../contracts/config.ts";
import type { Environment } from "../contracts/environment.ts";
import { ToolkitError } from "../errors.ts";
import { createToolkit, type Toolkit } from "../registry.ts";

export interface EnvironmentCacheOptions {
  /** "docker": images; the others share virtual environments ("auto"). */
  readonly sandbox?: Config["sandbox"];
  readonly python?: string;
  readonly cacheDir?: string;
}

/** An environment in the cache. */
export interface CachedEnvironment {
  /** Names it in the cache: its folder, or its image's tag. */
  readonly key: string;
  readonly environment: Environment;
  readonly bytes: number;
  /** When a run last asked for it, ms since 1970. */
  readonly usedAtMs: number;
}

export interface PruneEnvironmentsOptions extends EnvironmentCacheOptions {
  /** Remove the least recently used until all together take at most this many bytes. */
  readonly quotaBytes?: number;
  /** Remove what nobody used for this many days. */
  readonly unusedDays?: number;
  /** Remove these, by the beginning of their key or id. */
  readonly names?: readonly string[];
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

const DAY_MS = 86_400_000;

async function withCache<T>(
  { sandbox = "auto", python = "python3", cacheDir }: EnvironmentCacheOptions,
  work: (environments: Awaited<ReturnType<Toolkit["environments"]>>) => Promise<T>,
): Promise<T> {
  const toolkit = createToolkit({ sandbox, python, cacheDir, workers: 1 });
  try {
    return await work(await toolkit.environments());
  } finally {
    await toolkit.close();
  }
}

/** Every environment in the cache, the last used first. */
export function listEnvironments(options: EnvironmentCacheOptions = {}): Promise<CachedEnvironment[]> {
  return withCache(options, async (environments) =>
    (await environments.list()).sort((a, b) => b.usedAtMs - a.usedAtMs),
  );
}

/**
 * The environment whose key or id begins with `name`.
 * @throws ToolkitError `input-not-found` when none does, or several do.
 */
export async function showEnvironment(
  name: string,
  options: EnvironmentCacheOptions = {},
): Promise<CachedEnvironment> {
  const found = (await listEnvironments(options)).filter(
    ({ key, environment }) => key.startsWith(name) || environment.id.startsWith(name),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new ToolkitError(
    "input-not-found",
    only === undefined ? `no environment is named ${name}` : `${name} could be ${found.length} environments`,
    { hint: "`codergen env list` shows their ids." },
  );
}

/** Removes environments from the cache; what was removed, or would be. */
export function pruneEnvironments(options: PruneEnvironmentsOptions): Promise<CachedEnvironment[]> {
  const { quotaBytes, unusedDays, names, all, dryRun } = options;
  return withCache(options, (environments) =>
    environments.prune({
      ...(quotaBytes !== undefined && { quotaBytes }),
      ...(unusedDays !== undefined && { unusedMs: unusedDays * DAY_MS }),
      ...(names !== undefined && { names }),
      ...(all !== undefined && { all }),
      ...(dryRun !== undefined && { dryRun }),
    }),
  );
}

/**
 * Installs nothing but named distributions: a model writes requirements, and may name what is huge, or what somebody
 * registered because models name it.
 */
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import { canonicalName, normaliseRequirements } from "../src/python/index.ts";
import { sha256 } from "../src/util/hash.ts";
import type { LockingEnvironmentManager } from "./environments.ts";

/** `manager`, but requirements outside `allow` end as `install-failed` without anything being fetched. */
export function allowOnly(
  manager: LockingEnvironmentManager,
  allow: readonly string[],
): LockingEnvironmentManager {
  const allowed = new Set(allow.map(canonicalName));
  return {
    restore: (environment, signal) => manager.restore(environment, signal),
    merge: (sets, signal) => manager.merge(sets, signal),
    list: () => manager.list(),
    prune: (options) => manager.prune(options),
    async resolve(requirements, signal): Promise<RealisedEnvironment> {
      const wanted = normaliseRequirements(requirements);
      const refused = wanted.filter((requirement) => !allowed.has(distributionName(requirement)));
      if (refused.length === 0) return await manager.resolve(requirements, signal);
      const base = await manager.resolve([], signal);
      const reason = `environments.allow does not name ${refused.join(", ")}`;
      const id = sha256(`${base.environment.id}\n${wanted.join("\n")}\n${reason}`).slice(0, 16);
      const failed = { state: "install-failed" as const, requirements: wanted, lock: [], reason };
      return { ...base, environment: { ...base.environment, ...failed, id } };
    },
  };
}

/** "scikit-learn>=1.3" → "scikit-learn". */
function distributionName(requirement: string): string {
  return /^[a-z0-9-]+/.exec(requirement)?.[0] ?? requirement;
}

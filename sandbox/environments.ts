/**
 * The environment manager: requirement sets become environments, each made once, cached by content and shared
 * by every task that asks for the same. Sets that are announced together are merged into few. A failed install
 * is remembered for this process only, since what an index lacks today it may have tomorrow.
 */
import {
  type Environment,
  type EnvironmentLock,
  type EnvironmentManager,
  type RealisedEnvironment,
  type ResolutionRecord,
} from "../src/contracts/environment.ts";
import { hashValue } from "../src/util/hash.ts";
import type { EnvironmentStore, StoredEnvironment, Wanted } from "./environment-store.ts";
import { keepQuota, type PruneOptions, prune } from "./environment-quota.ts";
import { withLock } from "./folder-lock.ts";
import { InstallFailure } from "./installer-process.ts";
import { BEFORE_2, isNumpyMismatch } from "./abi-check.ts";
import { mergeRequirements } from "./merge-requirements.ts";
import { requirementSet } from "./requirement-set.ts";

const ID_DIGITS = 16;

/** The port; environments made again from their lock; the cache. */
export interface LockingEnvironmentManager extends EnvironmentManager {
  /** The very same versions as in `environment.lock`, whatever the index has now. */
  restore(environment: EnvironmentLock, signal?: AbortSignal): Promise<RealisedEnvironment>;
  merge(sets: readonly (readonly string[])[], signal?: AbortSignal): Promise<void>;
  list(): Promise<StoredEnvironment[]>;
  /** Removes environments; what was removed. */
  prune(options: PruneOptions): Promise<StoredEnvironment[]>;
}

/** How requirement sets become versions, where it is not by the environments that are there already. */
export interface Resolution {
  /** Versions of anything that gets in, as PEP 508 requirements: "numpy<2". */
  readonly constraints: readonly string[];
  /** Resolutions of earlier starts of the same work, so that it goes on with the versions it began with. */
  readonly recorded: ResolutionRecord | null;
}

export class Manager implements LockingEnvironmentManager {
  readonly #store: EnvironmentStore;
  readonly #quotaBytes: number | null;
  readonly #resolution: Resolution | null;
  readonly #known = new Map<string, Promise<RealisedEnvironment>>();

  /**
   * @param quotaBytes Most bytes of all environments together; the least recently used go first.
   * @param resolution Asks the index for versions, whatever is cached; null: an environment that was made for a set is it.
   */
  constructor(
    store: EnvironmentStore,
    quotaBytes: number | null = null,
    resolution: Resolution | null = null,
  ) {
    this.#store = store;
    this.#quotaBytes = quotaBytes;
    this.#resolution = resolution;
  }

  resolve(requirements: readonly string[], signal?: AbortSignal): Promise<RealisedEnvironment> {
    return this.#realise(requirementSet(requirements), null, signal);
  }

  restore(environment: EnvironmentLock, signal?: AbortSignal): Promise<RealisedEnvironment> {
    return this.#realise(environment.requirements, environment.lock, signal);
  }

  async merge(sets: readonly (readonly string[])[], signal?: AbortSignal): Promise<void> {
    const groups = mergeRequirements(sets.map(requirementSet));
    for (const group of groups) await this.#mergeGroup(group, signal);
  }

  list(): Promise<StoredEnvironment[]> {
    return this.#store.list();
  }

  prune(options: PruneOptions): Promise<StoredEnvironment[]> {
    return prune(this.#store, options);
  }

  /** One environment for all of a group; where that cannot be had, for each half. */
  async #mergeGroup(group: readonly (readonly string[])[], signal?: AbortSignal): Promise<void> {
    if (group.length < 2) return; // a set by itself is made when it is asked for
    const union = requirementSet(group.flat());
    const made = await this.#realise(union, null, signal);
    if (made.environment.state === "ready") {
      for (const set of group) this.#known.set(this.#key(set, null), Promise.resolve(made));
      return;
    }
    const half = Math.ceil(group.length / 2);
    await this.#mergeGroup(group.slice(0, half), signal);
    await this.#mergeGroup(group.slice(half), signal);
  }

  #realise(
    requirements: readonly string[],
    lock: readonly string[] | null,
    signal?: AbortSignal,
  ): Promise<RealisedEnvironment> {
    if (requirements.length === 0) {
      return Promise.resolve(this.#store.base(this.#record([], [], null)));
    }
    const key = this.#key(requirements, lock);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const work =
      lock === null && this.#resolution !== null
        ? this.#resolveAnew(requirements, this.#resolution, signal)
        : this.#findOrMake({ key, requirements, lock }, signal);
    const made = work.catch((error: unknown) => {
      this.#known.delete(key);
      throw error;
    });
    this.#known.set(key, made);
    return made;
  }

  async #resolveAnew(
    requirements: readonly string[],
    { constraints, recorded }: Resolution,
    signal?: AbortSignal,
  ): Promise<RealisedEnvironment> {
    const noted = await recorded?.get(requirements);
    if (noted != null) return this.#realise(requirements, noted, signal);
    try {
      const { realised, lock } = await this.#installNewest(requirements, constraints, signal);
      await recorded?.put(requirements, lock);
      return realised;
    } catch (error) {
      if (!(error instanceof InstallFailure)) throw error;
      return this.#store.base(this.#record(requirements, [], error.message));
    }
  }

  /** @throws InstallFailure */
  async #installNewest(
    requirements: readonly string[],
    constraints: readonly string[],
    signal?: AbortSignal,
  ) {
    const lock = await this.#store.lock(requirements, constraints, signal);
    const realised = await this.#realise(requirements, lock, signal);
    if (!isNumpyMismatch(realised.environment)) return { realised, lock };
    const older = await this.#store.lock(requirements, [...constraints, BEFORE_2], signal);
    return { realised: await this.#realise(requirements, older, signal), lock: older };
  }

  #key(requirements: readonly string[], lock: readonly string[] | null): string {
    return hashValue({ requirements, lock, ...this.#store.identity }).slice(0, 2 * ID_DIGITS);
  }

  #record(requirements: readonly string[], lock: readonly string[], reason: string | null): Environment {
    const pythonVersion = this.#store.identity.version;
    const id = hashValue({ requirements, pythonVersion, lock }).slice(0, ID_DIGITS);
    const state = reason === null ? "ready" : "install-failed";
    return { id, requirements: [...requirements], pythonVersion, state, lock: [...lock], reason };
  }

  async #findOrMake(wanted: Wanted, signal?: AbortSignal): Promise<RealisedEnvironment> {
    const { key } = wanted;
    const found = (await this.#store.find(key)) ?? (await this.#sameVersions(wanted));
    if (found !== null) return found;
    return withLock(
      this.#store.lockFile(key),
      async () => (await this.#store.find(key)) ?? this.#make(wanted, signal),
      signal,
    );
  }

  /** What was resolved on this machine to the very versions of a lock need not be installed again. */
  async #sameVersions({ requirements, lock }: Wanted): Promise<RealisedEnvironment | null> {
    if (lock === null) return null;
    const found = await this.#store.find(this.#key(requirements, null));
    return found?.environment.lock.join("\n") === lock.join("\n") ? found : null;
  }

  async #make(wanted: Wanted, signal?: AbortSignal): Promise<RealisedEnvironment> {
    const { requirements, key } = wanted;
    try {
      const made = await this.#store.make(wanted, (lock) => this.#record(requirements, lock, null), signal);
      if (this.#quotaBytes !== null)
        await keepQuota(this.#store, this.#quotaBytes, [...this.#known.keys(), key]);
      return made;
    } catch (error) {
      if (!(error instanceof InstallFailure)) throw error;
      return this.#store.base(this.#record(requirements, [], error.message));
    }
  }
}

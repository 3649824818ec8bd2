/**
 * Where environments are kept: a folder of virtual environments, or the images of a container engine. The
 * manager decides what is wanted; a store finds it, makes it, lists and removes what is there.
 */
import type { Environment, RealisedEnvironment } from "../src/contracts/environment.ts";

/** What to install. */
export interface Wanted {
  readonly key: string;
  readonly requirements: readonly string[];
  /** Exact versions to install without looking for dependencies; null to resolve. */
  readonly lock: readonly string[] | null;
}

/** An environment that is kept, and what it costs. */
export interface StoredEnvironment {
  readonly key: string;
  readonly environment: Environment;
  readonly bytes: number;
  /** When a run last asked for it, ms since 1970. */
  readonly usedAtMs: number;
}

/** The record of an environment, once its lock is known. */
export type RecordOf = (lock: readonly string[]) => Environment;

export interface EnvironmentStore {
  /** What the environments are made from: a different one makes different environments. */
  readonly identity: { readonly python: string; readonly version: string };
  /** The standard library alone. */
  base(record: Environment): RealisedEnvironment;
  find(key: string): Promise<RealisedEnvironment | null>;
  /** @throws InstallFailure when the requirements cannot be had. */
  make(wanted: Wanted, recordOf: RecordOf, signal?: AbortSignal): Promise<RealisedEnvironment>;
  /**
   * The versions that the index gives for requirements now; nothing is installed.
   * @throws InstallFailure when there are none.
   */
  lock(
    requirements: readonly string[],
    constraints: readonly string[],
    signal?: AbortSignal,
  ): Promise<string[]>;
  /** Path of the lock file that whoever makes `key` must hold. */
  lockFile(key: string): string;
  list(): Promise<StoredEnvironment[]>;
  remove(key: string): Promise<void>;
  /** Removes what killed installs left. */
  clean(): Promise<void>;
}

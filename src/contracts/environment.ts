/** An environment: a pinned set of installed packages. Port: the manager that makes and caches them. */
import { z } from "zod";

export const environmentSchema = z.strictObject({
  /** First 16 hex digits of the hash of requirement set, Python version and lock. */
  id: z.string(),
  /** Normalised requirements as asked for, sorted. */
  requirements: z.array(z.string()),
  /** Full version, e.g. "3.11.7". */
  pythonVersion: z.string(),
  state: z.enum(["ready", "install-failed"]),
  /** Exact versions, `name==version`, sorted; empty for the standard library alone. */
  lock: z.array(z.string()),
  /** The resolver's message, shortened, when the install failed. */
  reason: z.string().nullable(),
});
export type Environment = z.infer<typeof environmentSchema>;

/** The exact versions that a requirement set was realised with earlier, as runs and datasets record them. */
export type EnvironmentLock = Pick<Environment, "requirements" | "lock">;

/** Which versions requirement sets were resolved to, kept for as long as some work lasts. */
export interface ResolutionRecord {
  get(requirements: readonly string[]): Promise<readonly string[] | null>;
  put(requirements: readonly string[], lock: readonly string[]): Promise<void>;
}

/** An environment realised on this machine. */
export interface RealisedEnvironment {
  readonly environment: Environment;
  /** Absolute path of the interpreter. */
  readonly python: string;
  /** Absolute folders that a run must be able to read (interpreter prefix, virtual environment). */
  readonly readablePaths: readonly string[];
  /** The container image that holds it, for backends that run containers; paths are then the image's. */
  readonly image?: string;
}

export interface EnvironmentManager {
  /**
   * The environment for a requirement set, installed at most once and cached; equal sets (after normalising
   * names and dropping standard-library modules) share one. An install that fails is returned as
   * `state: "install-failed"`, remembered for this process and never tried again for each task.
   * @throws ToolkitError `prerequisite-missing` when there is no Python or neither uv nor pip.
   */
  resolve(requirements: readonly string[], signal?: AbortSignal): Promise<RealisedEnvironment>;
  /**
   * Announces sets that will be asked for: those that contradict nothing are made as one environment, which
   * `resolve` then gives for each of them.
   */
  merge?(sets: readonly (readonly string[])[], signal?: AbortSignal): Promise<void>;
}

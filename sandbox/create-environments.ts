/** Makes the environment manager for a backend: virtual environments on the host, or images in an engine. */
import { join, resolve } from "node:path";
import type { EnvironmentLock, ResolutionRecord } from "../src/contracts/environment.ts";
import { Manager, type Resolution, type LockingEnvironmentManager } from "./environments.ts";
import { chooseInstaller } from "./installer.ts";
import { findInterpreter } from "./interpreter.ts";
import { pinToLocks } from "./recorded-locks.ts";
import type { Images } from "./docker/images.ts";
import { ImageStore } from "./docker/image-store.ts";
import { VenvStore } from "./venv-store.ts";

export interface EnvironmentManagerOptions {
  /** Path or name of the base interpreter ("python3"). With images: only a help to install. */
  readonly python?: string;
  /** Folder for environments and wheels; made when missing. */
  readonly cacheDir: string;
  readonly installer?: "auto" | "uv" | "pip";
  /** Build source distributions too. Off: their build runs foreign code outside the sandbox. */
  readonly sourceBuilds?: boolean;
  /** Most bytes of all environments together; the least recently used are removed. None: no limit. */
  readonly quotaBytes?: number;
  /** A further package index for builds that fit this machine better, such as torch without CUDA. */
  readonly extraIndex?: string;
  /** Images to install into, for the docker backend. */
  readonly images?: Images;
  /** Versions recorded earlier: sets that one of these was made for get exactly them. */
  readonly locks?: readonly EnvironmentLock[];
  /** Versions of anything that gets in, as PEP 508 requirements. Given, the index is asked for versions anew. */
  readonly constraints?: readonly string[];
  /** Ask the index for versions, whatever was resolved earlier; `resolutions` remembers what it said. */
  readonly upgrade?: boolean;
  readonly resolutions?: ResolutionRecord;
}

/**
 * A manager over the environments in `cacheDir`, or over `images`.
 * @throws ToolkitError `prerequisite-missing` when there is no Python 3.10 or later.
 */
export async function createEnvironmentManager(
  options: EnvironmentManagerOptions,
): Promise<LockingEnvironmentManager> {
  const { images, quotaBytes = null, installer = "auto", sourceBuilds = false, extraIndex = null } = options;
  const cacheDir = resolve(options.cacheDir);
  const interpreter = await findInterpreter(options.python ?? "python3");
  const shared = {
    python: interpreter.python,
    wheelCache: join(cacheDir, "wheels"),
    sourceBuilds,
    extraIndex,
  };
  const store =
    images === undefined
      ? new VenvStore({
          folder: join(cacheDir, "environments"),
          interpreter,
          installer: memoised(() => chooseInstaller(shared, installer)),
        })
      : new ImageStore({
          folder: join(cacheDir, "images"),
          images,
          base: await images.base(),
          installer: (target) => chooseInstaller({ ...shared, target }, installer),
        });
  await store.clean();
  const manager = new Manager(store, quotaBytes, resolutionOf(options));
  return options.locks === undefined ? manager : pinToLocks(manager, options.locks);
}

function resolutionOf({
  constraints = [],
  upgrade = false,
  resolutions,
}: EnvironmentManagerOptions): Resolution | null {
  if (!upgrade && constraints.length === 0) return null;
  return { constraints, recorded: resolutions ?? null };
}

function memoised<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

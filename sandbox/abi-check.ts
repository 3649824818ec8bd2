/**
 * Installs, and makes sure that compiled modules fit the NumPy they got. Releases from before NumPy 2 ask for
 * "any newer numpy", get 2, and break when they are imported; their wheels can be told without running them:
 * what was built for NumPy 2 names its `_core`, what was built before names only the old place.
 */
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../src/contracts/environment.ts";
import type { Wanted } from "./environment-store.ts";
import type { Installer } from "./installer.ts";
import { InstallFailure } from "./installer-process.ts";

const OLD_PLACE = "numpy.core._multiarray_umath";
const NEW_PLACE = "numpy._core._multiarray_umath";
export const BEFORE_2 = "numpy<2";
const LARGEST_MODULE_BYTES = 64 * 1024 ** 2;

const OF_LOCK = ", which the lock names.";

/** True for an environment that failed because the versions of its lock do not work together. */
export function isNumpyMismatch({ reason }: Pick<Environment, "reason">): boolean {
  return reason?.endsWith(OF_LOCK) === true;
}

/** Top-level packages with modules that were built for NumPy 1 alone, sorted. */
export async function builtForNumpy1(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found = new Set<string>();
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(".so")) continue;
    const path = join(entry.parentPath, entry.name);
    const name = /site-packages\/([^/]+)/.exec(path)?.[1] ?? entry.name;
    if (name === "numpy" || found.has(name) || (await stat(path)).size > LARGEST_MODULE_BYTES) continue;
    const content = await readFile(path);
    if (content.includes(OLD_PLACE) && !content.includes(NEW_PLACE)) found.add(name);
  }
  return [...found].sort();
}

const hasNumpy2 = (lock: readonly string[]) =>
  lock.some((line) => Number(/^numpy==(\d+)/i.exec(line)?.[1] ?? 0) >= 2);

/**
 * Installs `wanted` into `folder`; the lock.
 * @throws InstallFailure when it cannot be had, or not in versions that fit each other.
 */
export async function installChecked(
  installer: Installer,
  folder: string,
  wanted: Wanted,
  signal?: AbortSignal,
): Promise<string[]> {
  const { requirements, lock } = wanted;
  await installer.install(folder, lock ?? requirements, lock === null, signal);
  const got = await installer.freeze(folder, signal);
  if (!hasNumpy2(got)) return got;
  const old = await builtForNumpy1(folder);
  if (old.length === 0) return got;
  const mismatch = `${old.join(", ")} was built for NumPy 1 and does not work with NumPy 2`;
  if (lock !== null) throw new InstallFailure(`${mismatch}${OF_LOCK}`);
  await rm(folder, { recursive: true, force: true });
  try {
    await installer.install(folder, [...requirements, BEFORE_2], true, signal);
  } catch (error) {
    if (!(error instanceof InstallFailure)) throw error;
    throw new InstallFailure(`${mismatch}; and with NumPy 1: ${error.message}`);
  }
  return installer.freeze(folder, signal);
}

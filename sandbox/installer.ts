/**
 * Makes an environment and installs into it: by `uv` where present, else by `venv` and `pip`. With a target the
 * environment is for another Python, one in an image: only wheels, and nothing of it is run here.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installedVersions, makeTargetFolder, sitePackages, type InstallTarget } from "./install-target.ts";
import { ToolkitError } from "../src/errors.ts";
import { run, succeed } from "./installer-process.ts";
import { pipLock, uvLock } from "./resolve-lock.ts";

const SHEBANG_BYTES = 64 * 1024;

export interface InstallerOptions {
  /** Absolute path of the base interpreter. */
  readonly python: string;
  readonly wheelCache: string;
  /** Also build from source distributions, which runs their code on this machine. */
  readonly sourceBuilds: boolean;
  /** A further index, asked beside the usual one; of equal versions its local builds win. */
  readonly extraIndex?: string | null;
  /** The Python to install for, when it is not `python`. */
  readonly target?: InstallTarget;
}

export interface Installer {
  readonly name: "uv" | "pip";
  /** @throws InstallFailure when the requirements cannot be had. */
  install(
    folder: string,
    requirements: readonly string[],
    withDependencies: boolean,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * The versions that the index gives for requirements now, `name==version`, sorted; nothing is installed.
   * @throws InstallFailure when there are none.
   */
  lock(
    requirements: readonly string[],
    constraints: readonly string[],
    signal?: AbortSignal,
  ): Promise<string[]>;
  /** `name==version` of everything installed, sorted. */
  freeze(folder: string, signal?: AbortSignal): Promise<string[]>;
}

const lines = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^[A-Za-z0-9]/.test(line))
    .sort();

function uvInstaller(options: InstallerOptions): Installer {
  const { python, wheelCache, sourceBuilds, extraIndex, target } = options;
  const shared = ["--cache-dir", wheelCache, "--no-progress", "--quiet"];
  const index =
    extraIndex == null ? [] : ["--extra-index-url", extraIndex, "--index-strategy", "unsafe-best-match"];
  return {
    name: "uv",
    lock: (requirements, constraints, signal) => uvLock(options, { requirements, constraints }, signal),
    async install(folder, requirements, withDependencies, signal) {
      let place = ["--python", join(folder, "bin/python")];
      if (target === undefined) {
        await succeed("uv", ["venv", ...shared, "--no-project", "--python", python, folder], signal);
      } else {
        await makeTargetFolder(folder, target);
        const { platform, version } = target;
        place = ["--target", sitePackages(folder, target), "--python", python];
        place.push("--python-version", version, "--python-platform", platform);
      }
      const choices = [
        ...(sourceBuilds && target === undefined ? [] : ["--only-binary", ":all:"]),
        ...(withDependencies ? [] : ["--no-deps"]),
        ...index,
      ];
      const all = [...shared, ...place, "--link-mode", "copy", ...choices, "--", ...requirements];
      await succeed("uv", ["pip", "install", ...all], signal);
    },
    freeze: async (folder, signal) =>
      target === undefined
        ? lines(
            await succeed("uv", ["pip", "freeze", "--python", join(folder, "bin/python"), "--quiet"], signal),
          )
        : installedVersions(sitePackages(folder, target)),
  };
}

const PIP = ["--no-input", "--disable-pip-version-check", "--no-compile", "--quiet"];

function pipInstaller(options: InstallerOptions): Installer {
  const { python, wheelCache, sourceBuilds, extraIndex, target } = options;
  return {
    name: "pip",
    lock: (requirements, constraints, signal) => pipLock(options, { requirements, constraints }, signal),
    async install(folder, requirements, withDependencies, signal) {
      let pip = join(folder, "bin/python");
      let place: string[] = [];
      if (target === undefined) {
        await succeed(python, ["-m", "venv", folder], signal);
      } else {
        pip = python;
        await makeTargetFolder(folder, target);
        place = ["--target", sitePackages(folder, target), "--python-version", target.version];
        place.push(...target.pipPlatforms.flatMap((platform) => ["--platform", platform]));
      }
      const choices = [
        ...(sourceBuilds && target === undefined ? [] : ["--only-binary", ":all:"]),
        ...(withDependencies ? [] : ["--no-deps"]),
        ...(extraIndex == null ? [] : ["--extra-index-url", extraIndex]),
      ];
      const all = ["--cache-dir", wheelCache, ...PIP, ...place, ...choices, "--", ...requirements];
      await succeed(pip, ["-m", "pip", "install", ...all], signal);
    },
    freeze: async (folder, signal) =>
      target === undefined
        ? lines(await succeed(join(folder, "bin/python"), ["-m", "pip", "freeze"], signal))
        : installedVersions(sitePackages(folder, target)),
  };
}

async function works(file: string, args: readonly string[]): Promise<boolean> {
  try {
    return (await run(file, args)).status === 0;
  } catch {
    return false;
  }
}

/**
 * `uv` or `pip`, whichever is there; `wanted` forces one.
 * @throws ToolkitError `prerequisite-missing` when there is neither.
 */
export async function chooseInstaller(
  options: InstallerOptions,
  wanted: "auto" | "uv" | "pip",
): Promise<Installer> {
  if (wanted !== "pip" && (await works("uv", ["--version"]))) return uvInstaller(options);
  if (wanted !== "uv" && (await works(options.python, ["-m", "pip", "--version"])))
    return pipInstaller(options);
  throw new ToolkitError(
    "prerequisite-missing",
    "Packages cannot be installed: there is neither uv nor pip.",
    {
      hint: "Install uv, or the pip and venv modules of your Python (Debian: python3-pip, python3-venv).",
    },
  );
}

/**
 * Readies a finished environment for its final place: byte code compiled under the paths it will have,
 * scripts pointing to the interpreter that will be there.
 */
export async function settle(folder: string, finalFolder: string, signal?: AbortSignal): Promise<void> {
  const compile = ["-m", "compileall", "-q", "-j", "0", "-s", folder, "-p", finalFolder, join(folder, "lib")];
  await run(join(folder, "bin/python"), compile, signal);
  for (const name of await readdir(join(folder, "bin"))) {
    if (name.startsWith("python")) continue;
    const path = join(folder, "bin", name);
    const content = await readFile(path);
    if (content.length > SHEBANG_BYTES || !content.includes(folder)) continue;
    await writeFile(path, content.toString("utf8").replaceAll(folder, finalFolder));
  }
}

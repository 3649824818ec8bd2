/**
 * Makes an environment and installs into it: by `uv` where present, else by `venv` and `pip`. With a target the
 * environment is for another Python, one in an image: only wheels, and nothing of it is run here.
 */
import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installedVersions, makeTargetFolder, sitePackages, type InstallTarget } from "./install-target.ts";
import { ToolkitError } from "../src/errors.ts";
import { truncateMiddle } from "../src/util/truncate.ts";
import { interrupted } from "./slots.ts";

const REASON_CHARS = 600;
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
  /** `name==version` of everything installed, sorted. */
  freeze(folder: string, signal?: AbortSignal): Promise<string[]>;
}

/** The resolver's or installer's own message, shortened. */
export class InstallFailure extends Error {}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(file: string, args: readonly string[], signal?: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(interrupted());
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      ...(signal && { signal, killSignal: "SIGKILL" }),
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.once("error", (error) => reject(signal?.aborted === true ? interrupted() : error));
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

async function succeed(file: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const { status, stdout, stderr } = await run(file, args, signal);
  if (status !== 0) throw new InstallFailure(shorten(stderr || stdout));
  return stdout;
}

/** The lines that say why, without progress and without trouble of the installer's own. */
function shorten(message: string): string {
  const noise =
    /^\s*(Using (CPython|Python)|Creating virtual|Activate with|Resolved |Collecting |Downloading |\[notice\]|WARNING: |hint:)/;
  const lines = message.split("\n").filter((line) => line.trim() !== "" && !noise.test(line));
  return truncateMiddle(lines.map((line) => line.trim()).join(" "), REASON_CHARS);
}

const lines = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^[A-Za-z0-9]/.test(line))
    .sort();

function uvInstaller({ python, wheelCache, sourceBuilds, extraIndex, target }: InstallerOptions): Installer {
  const shared = ["--cache-dir", wheelCache, "--no-progress", "--quiet"];
  const index =
    extraIndex == null ? [] : ["--extra-index-url", extraIndex, "--index-strategy", "unsafe-best-match"];
  return {
    name: "uv",
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

function pipInstaller({ python, wheelCache, sourceBuilds, extraIndex, target }: InstallerOptions): Installer {
  return {
    name: "pip",
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

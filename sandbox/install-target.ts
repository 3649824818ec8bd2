/** A Python in an image that packages are installed for from outside, and the folder they are put into. */
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../src/io/make-folder.ts";

export interface InstallTarget {
  /** Absolute path of the interpreter in the image. */
  readonly python: string;
  /** Full version, e.g. "3.11.2". */
  readonly version: string;
  /** Platform as uv names it, e.g. "x86_64-manylinux_2_36". */
  readonly platform: string;
  /** Platforms as pip names them, the newest first. */
  readonly pipPlatforms: readonly string[];
}

/** Versions of the C library that wheels are made for, as the names of platforms have them. */
const GLIBC_MINORS = [40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 28, 17];
const UV_MACHINES = new Set(["x86_64", "aarch64"]);

/**
 * The target for an interpreter in an image.
 * @throws Error when wheels cannot be chosen for it from outside.
 */
export function installTarget(interpreter: {
  readonly python: string;
  readonly version: string;
  readonly machine: string;
  readonly glibc: string;
}): InstallTarget {
  const { python, version, machine, glibc } = interpreter;
  const minor = Number(/^2\.(\d+)/.exec(glibc)?.[1] ?? Number.NaN);
  const usable = GLIBC_MINORS.filter((known) => known <= minor);
  const [newest] = usable;
  if (newest === undefined || !UV_MACHINES.has(machine)) {
    throw new Error(`there are no wheels to choose for ${machine} with C library "${glibc}"`);
  }
  const pipPlatforms = [
    ...usable.map((known) => `manylinux_2_${known}_${machine}`),
    `manylinux2014_${machine}`,
  ];
  return { python, version, platform: `${machine}-manylinux_2_${newest}`, pipPlatforms };
}

/** Where packages lie in an environment. */
export function sitePackages(folder: string, { version }: InstallTarget): string {
  const [major = "3", minor = "0"] = version.split(".");
  return join(folder, "lib", `python${major}.${minor}`, "site-packages");
}

/** A virtual environment by hand: it works once it lies in the image. */
export async function makeTargetFolder(folder: string, target: InstallTarget): Promise<void> {
  await makeFolder(sitePackages(folder, target));
  await makeFolder(join(folder, "bin"));
  for (const name of ["python", "python3"]) await symlink(target.python, join(folder, "bin", name));
  const home = target.python.slice(0, target.python.lastIndexOf("/"));
  const settings = [`home = ${home}`, "include-system-site-packages = false", `version = ${target.version}`];
  await writeFile(join(folder, "pyvenv.cfg"), `${settings.join("\n")}\n`);
}

/** `name==version` of everything installed in a folder of packages, sorted. */
export async function installedVersions(folder: string): Promise<string[]> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(".dist-info"));
  const versions = await Promise.all(
    found.map(async (name) => {
      const [head = ""] = (await readFile(join(folder, name, "METADATA"), "utf8")).split("\n\n", 1);
      const value = (key: string) => new RegExp(`^${key}: *(.+)$`, "im").exec(head)?.[1]?.trim() ?? "";
      return `${value("Name")
        .toLowerCase()
        .replaceAll(/[-_.]+/g, "-")}==${value("Version")}`;
    }),
  );
  return versions.sort();
}

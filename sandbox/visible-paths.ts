/** Which parts of the host a run may read, besides its interpreter and environment: nothing personal. */
import { existsSync, lstatSync, readlinkSync } from "node:fs";

export type VisiblePath =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string };

const SYSTEM_FOLDERS = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
const SYSTEM_FILES = [
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  "/etc/localtime",
  "/etc/timezone",
  "/etc/mime.types",
  "/etc/ssl/certs",
];

function describe(path: string): VisiblePath | undefined {
  if (!existsSync(path)) return undefined;
  return lstatSync(path).isSymbolicLink()
    ? { kind: "link", path, target: readlinkSync(path) }
    : { kind: "folder", path };
}

/** System folders and files as they are on this host: plain ones to bind, links to make again. */
export function visibleSystemPaths(): VisiblePath[] {
  return [...SYSTEM_FOLDERS, ...SYSTEM_FILES].flatMap((path) => describe(path) ?? []);
}

/** `paths` without what lies under the system folders that are visible anyway, or under one another. */
export function additionalPaths(paths: readonly string[]): string[] {
  const covered = (path: string, by: readonly string[]) =>
    by.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const own = [...new Set(paths)].filter((path) => !covered(path, SYSTEM_FOLDERS)).sort();
  return own.filter((path, index) => !covered(path, own.slice(0, index)));
}

/** Where this package lies: the same answer from the TypeScript sources and from the bundle in `dist/`. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ToolkitError } from "../errors.ts";

let found: string | undefined;

function isPackageFolder(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return (
      manifest !== null && typeof manifest === "object" && "name" in manifest && manifest.name === "codergen"
    );
  } catch {
    return false;
  }
}

/**
 * Absolute path of the folder that holds this package's `package.json`.
 * @throws ToolkitError `internal` when the package's files were moved apart.
 */
export function packageRoot(): string {
  if (found !== undefined) return found;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isPackageFolder(folder)) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new ToolkitError("internal", "The package's own folder was not found.", {
        hint: "Install codergen again: its files have been moved apart.",
      });
    }
    folder = parent;
  }
  found = folder;
  return folder;
}

/** Where the third-party corpora lie, when they are there; tests that need them print a skip otherwise. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.env["CODEGEN_SHARED"] ?? fileURLToPath(new URL("../../../shared", import.meta.url));

/** Absolute path inside the shared folder, or null (with a printed line) when it is not there. */
export function sharedPath(...parts: string[]): string | null {
  const path = join(root, ...parts);
  if (existsSync(path)) return path;
  console.warn(`skipped: ${join(...parts)} is not there (set CODEGEN_SHARED to the folder that holds it)`);
  return null;
}

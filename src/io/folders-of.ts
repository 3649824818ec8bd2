/** The folders that a folder's files really lie in: a downloaded model is often a folder of links into a store. */
import { readdir, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** The folder itself first, then every other that one of its links leads into. */
export async function foldersOf(folder: string): Promise<string[]> {
  const found = new Set([resolve(folder)]);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) found.add(dirname(await realpath(join(entry.parentPath, entry.name))));
  }
  return [...found];
}

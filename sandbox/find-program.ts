/** Finds programs of the system in its usual places; the caller's PATH is not asked. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin"];

/** Absolute path of an executable, or null when the system has none of that name. */
export function findProgram(name: string, folders: readonly string[] = FOLDERS): string | null {
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not here: try the next folder
    }
  }
  return null;
}

/** Writing whole files so that a reader, or a run killed half way, never sees a part of one. */
import { rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { cannotWrite, makeFolder } from "./make-folder.ts";

/** Two writers of one path in this process each have their own neighbour. */
let writes = 0;

/** Writes `data` to a temporary neighbour and renames it over `path`; makes the folder when missing. */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const temporary = `${path}.tmp-${process.pid}-${++writes}`;
  try {
    await writeFile(temporary, data);
    await rename(temporary, path);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** `value` as indented JSON with a final newline, written atomically. */
export async function writeJsonAtomic(path: string, value: unknown): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Imports a folder of AICoderEval's files: the folder is read here, understood in `src/task/`. */
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { ToolkitError } from "../errors.ts";
import { importFolder, type ImportRecord } from "../task/index.ts";
import { toolkitVersion } from "../version.ts";

/**
 * One record a file, in the order of the names.
 * @throws ToolkitError `input-not-found` when there is no such folder.
 */
export async function* importAicodereval(dir: string): AsyncGenerator<ImportRecord> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new ToolkitError("input-not-found", `There is no folder ${dir}.`, {
      hint: "Give the folder that holds the .py files.",
      cause,
    });
  });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, sep).length).replaceAll(sep, "/"))
    .sort();
  yield* importFolder({ names, read: (name) => readText(join(dir, name)) }, toolkitVersion);
}

async function readText(path: string): Promise<string | null> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    return text.replaceAll(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}

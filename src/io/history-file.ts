/** `version.json` of a run or of an exported dataset, and its changelog. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DatasetHistory, datasetHistorySchema } from "../contracts/dataset-version.ts";
import { describeError, ToolkitError } from "../errors.ts";
import { writeFileAtomic, writeJsonAtomic } from "./atomic-file.ts";

export const VERSION_FILE = "version.json";
export const CHANGELOG_FILE = "CHANGELOG.md";

/**
 * The versions of the dataset in `folder`; null where none are noted, as in runs of earlier toolkits.
 * @throws ToolkitError `input-invalid` when the file cannot be read as such.
 */
export async function readHistory(folder: string): Promise<DatasetHistory | null> {
  const path = join(folder, VERSION_FILE);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return datasetHistorySchema.parse(JSON.parse(text));
  } catch (error) {
    throw new ToolkitError("input-invalid", `${path} cannot be read: ${describeError(error)}`, {
      hint: `Remove it to begin again with version 1.0.0: rm ${path}.`,
      cause: error,
    });
  }
}

export async function writeHistory(
  folder: string,
  history: DatasetHistory,
  changelog: string,
): Promise<void> {
  await writeJsonAtomic(join(folder, VERSION_FILE), history);
  await writeFileAtomic(join(folder, CHANGELOG_FILE), changelog);
}

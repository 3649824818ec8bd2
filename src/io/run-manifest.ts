/** The manifest of a run's folder. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Manifest, manifestSchema } from "../contracts/manifest.ts";
import { ToolkitError } from "../errors.ts";

/**
 * The manifest in `folder`; null when there is none.
 * @throws ToolkitError `input-invalid` when it cannot be read as one.
 */
export async function readManifest(folder: string): Promise<Manifest | null> {
  let text: string;
  try {
    text = await readFile(join(folder, "manifest.json"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new ToolkitError("input-invalid", `${folder}/manifest.json is not a manifest of a run`, {
      hint: "Choose another folder with --out.",
      cause: error,
    });
  }
}

/** @throws ToolkitError `run-conflict` when there is to be one already. */
export function newManifest(
  folder: string,
  identity: Pick<Manifest, "name" | "toolkitVersion"> | null,
): Manifest {
  if (identity === null) throw new ToolkitError("run-conflict", `${folder} was cleared by another process`);
  return manifestSchema.parse({ schemaVersion: 1, ...identity, stages: {} }); // the order of keys a reader gets
}

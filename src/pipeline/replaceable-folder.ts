/** What is written as a whole replaces nothing but what was written the same way before. */
import { lstat, readdir } from "node:fs/promises";
import { ToolkitError } from "../errors.ts";

/**
 * @param ownNames What such a folder may hold.
 * @param mark A name that every whole one has.
 * @throws ToolkitError `run-conflict` when the target holds anything else, or is a file or a link.
 */
export async function requireReplaceable(
  folder: string,
  ownNames: readonly string[],
  mark: string,
): Promise<void> {
  const info = await lstat(folder).catch(() => null);
  if (info === null) return;
  const names = info.isDirectory() ? await readdir(folder) : ["(not a folder)"];
  const strange = names.filter((name) => !ownNames.includes(name));
  if (strange.length === 0 && (names.length === 0 || names.includes(mark))) return;
  const found = strange.length === 0 ? `no ${mark}` : strange.slice(0, 5).join(", ");
  throw new ToolkitError("run-conflict", `${folder} is not empty and no earlier export: ${found}`, {
    hint: "Choose a folder that does not exist yet, is empty, or holds an earlier export.",
  });
}

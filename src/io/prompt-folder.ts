/** The prompts that ship with the toolkit, or a folder of your own in the same layout. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Prompt, PromptLibrary } from "../contracts/prompt.ts";
import { ToolkitError } from "../errors.ts";
import { parsePrompt } from "../prompt/parse-prompt.ts";
import { nearestName } from "../util/nearest.ts";
import { packageRoot } from "./package-root.ts";

/**
 * Reads `<stage>/<name>.v<N>.md` files.
 * @param folder Default: `prompts/` of the toolkit.
 * @throws ToolkitError `config-invalid` naming the file and what is wrong with it.
 */
export function readPromptFolder(folder: string = join(packageRoot(), "prompts")): PromptLibrary {
  const prompts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => parsePrompt(readFileSync(join(folder, name), "utf8"), name.replaceAll("\\", "/")));
  return { prompts, get: (id) => find(prompts, id) };
}

function find(prompts: readonly Prompt[], id: string): Prompt {
  const exact = prompts.find(({ versionedId }) => versionedId === id);
  const newest = prompts.filter((prompt) => prompt.id === id).sort((a, b) => b.version - a.version)[0];
  const found = exact ?? newest;
  if (found !== undefined) return found;
  const known = [...new Set(prompts.map((prompt) => prompt.id))];
  const nearest = nearestName(id, known);
  throw new ToolkitError("usage", `there is no prompt "${id}"`, {
    hint: nearest === null ? `Choices: ${known.join(", ")}.` : `Did you mean "${nearest}"?`,
  });
}

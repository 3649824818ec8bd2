/** A record's field that holds code: bare, or Markdown with fences. */
import type { CodeBlock } from "../../src/contracts/document.ts";
import type { Python } from "../../src/python/index.ts";
import { codeBlocksOf } from "./code-language.ts";
import { outlineOf } from "./outline.ts";

/** Its blocks; text that shows no language is taken for Python, because that is what such fields are for. */
export function codeFieldBlocks(field: string, heading: string | null, python: Python): CodeBlock[] {
  const code = field.replaceAll(/\r+\n?/g, "\n");
  if (code.trim() === "") return [];
  const fenced = code.includes("```") ? outlineOf(code).blocks : [];
  if (fenced.length > 0)
    return fenced.flatMap((block) => codeBlocksOf({ ...block, line: null, heading }, python));
  const bare = { info: "", code, line: null, heading };
  const blocks = codeBlocksOf(bare, python);
  if (blocks.some((block) => block.language !== null)) return blocks;
  return codeBlocksOf({ ...bare, info: "python" }, python).map((block) => ({ ...block, info: "" }));
}

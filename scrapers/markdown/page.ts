/** What every Markdown source does first: decode, split off front matter, read the outline, judge the code. */
import type { CodeBlock, Document, SourceName } from "../../src/contracts/document.ts";
import type { JsonObject } from "../../src/contracts/json.ts";
import type { Page, Parsed } from "../../src/contracts/source.ts";
import { loadPython, type Python } from "../../src/python/index.ts";
import { decodeText } from "../decode.ts";
import { emptyDocument, rejected } from "../draft.ts";
import { requirementsOf } from "../requirements.ts";
import { codeBlocksOf } from "./code-language.ts";
import { describe } from "./description.ts";
import { readFrontMatter } from "./front-matter.ts";
import { outlineOf, type Outline } from "./outline.ts";

export interface MarkdownPage {
  readonly document: Document;
  readonly metadata: JsonObject;
  readonly outline: Outline;
  readonly python: Python;
}

/** The page, or the reason why there is nothing to read. */
export async function readMarkdownPage(source: SourceName, page: Page): Promise<MarkdownPage | Parsed> {
  const empty = emptyDocument(source, page);
  if (page.bytes.length === 0) return rejected("empty", "The file has no bytes.");
  const decoded = decodeText(page.bytes);
  if (decoded === null) return rejected("not-text", "The file is binary.");
  if (decoded.text.trim() === "") return rejected("empty", "The file holds only white space.");
  const python = await loadPython();
  const front = readFrontMatter(decoded.text);
  const outline = outlineOf(front.body, front.bodyLine);
  const examples = codeBlocks(outline, python);
  const document: Document = {
    ...empty,
    title: outline.title,
    description: describe(outline.sections),
    sections: [...outline.sections],
    examples,
    requirements: requirementsOf(examples, python),
    warnings: [...decoded.warnings, ...front.warnings, ...outline.warnings],
  };
  return { document, metadata: front.metadata, outline, python };
}

export function isParsed(value: MarkdownPage | Parsed): value is Parsed {
  return "state" in value;
}

function codeBlocks(outline: Outline, python: Python): CodeBlock[] {
  return outline.blocks.flatMap((block) => codeBlocksOf(block, python));
}

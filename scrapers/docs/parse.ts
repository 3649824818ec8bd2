/** A page of documentation, HTML or Markdown, as a document. Pure. */
import type { Document } from "../../src/contracts/document.ts";
import type { Page, Parsed } from "../../src/contracts/source.ts";
import { loadPython, type Python } from "../../src/python/index.ts";
import { decodeText } from "../decode.ts";
import { domainOf } from "../domain.ts";
import { emptyDocument, rejected, remoteCodeWarnings, settled } from "../draft.ts";
import { textOf, textsOf } from "../json-value.ts";
import { licenceOf } from "../licence.ts";
import { codeBlocksOf } from "../markdown/code-language.ts";
import { describe } from "../markdown/description.ts";
import { outlineOf } from "../markdown/outline.ts";
import { isParsed, readMarkdownPage } from "../markdown/page.ts";
import { requirementsOf } from "../requirements.ts";
import { readHtmlPage, type HtmlPage } from "./html-page.ts";
import { isNestedTooDeep, MAX_DEPTH } from "./nesting.ts";

const MAX_HTML_CHARS = 5_000_000;

export async function parseDocs(page: Page): Promise<Parsed> {
  if (page.bytes.length === 0) return rejected("empty", "The page has no bytes.");
  const decoded = decodeText(page.bytes);
  if (decoded === null) return rejected("not-text", "The page is binary.");
  if (!isHtml(page, decoded.text)) return parseMarkdown(page);
  if (decoded.text.trim() === "") return rejected("empty", "The page holds only white space.");
  if (decoded.text.length > MAX_HTML_CHARS) {
    return rejected(
      "too-large",
      `The page has ${decoded.text.length} characters, the limit is ${MAX_HTML_CHARS}.`,
    );
  }
  if (isNestedTooDeep(decoded.text)) {
    return rejected("too-nested", `The page's elements are nested more than ${MAX_DEPTH} deep.`);
  }
  const python = await loadPython();
  try {
    const read = readHtmlPage(decoded.text, python);
    return settled(htmlDocument(page, read, decoded.warnings, python));
  } catch (error) {
    if (error instanceof RangeError)
      return rejected("too-nested", "The page's elements are nested too deep to be read.");
    throw error;
  }
}

const MARKDOWN_NAME = /\.(md|mdx|markdown|txt)$/i;

function isHtml(page: Page, text: string): boolean {
  const type = textOf(page.metadata["contentType"]);
  if (type !== null) return type.includes("html");
  return !MARKDOWN_NAME.test(page.input) || /^\s*(<!doctype html|<html)/i.test(text.slice(0, 500));
}

function htmlDocument(page: Page, read: HtmlPage, warnings: readonly string[], python: Python): Document {
  const outline = outlineOf(read.markdown);
  const examples = outline.blocks.flatMap((block) => codeBlocksOf({ ...block, line: null }, python));
  const requirements = requirementsOf(examples, python);
  const name = read.api?.qualifiedName ?? read.title ?? page.input;
  return {
    ...emptyDocument("docs", page),
    url: page.url ?? read.canonical,
    revision: read.version ?? page.revision,
    licence: licenceOf(read.licence),
    domain: domainOf({
      libraries: [read.api?.module ?? "", ...requirements],
      words: [name, read.title ?? ""],
    }),
    name,
    title: read.title ?? outline.title,
    description: describe(outline.sections),
    sections: [...outline.sections],
    examples,
    requirements,
    tags: [read.generator],
    api: read.api,
    group: null,
    extra: {
      generator: read.generator,
      ...(read.documented.length === 0 ? {} : { documented: [...read.documented] }),
    },
    warnings: [...warnings, ...outline.warnings, ...remoteCodeWarnings(examples, false)],
  };
}

async function parseMarkdown(page: Page): Promise<Parsed> {
  const read = await readMarkdownPage("docs", page);
  if (isParsed(read)) return read;
  const { document, metadata } = read;
  const name = textOf(metadata["title"]) ?? document.title ?? page.input;
  const tags = textsOf(metadata["tags"]);
  return settled({
    ...document,
    licence: licenceOf(metadata["license"]),
    domain: domainOf({ tags, libraries: document.requirements, words: [name] }),
    name,
    title: textOf(metadata["title"]) ?? document.title,
    tags,
    extra: Object.keys(metadata).length === 0 ? {} : { frontMatter: metadata },
    warnings: [...document.warnings, ...remoteCodeWarnings(document.examples, false)],
  });
}

/** A PyTorch Hub page as a document; the template and the repository's own papers are told apart. Pure. */
import type { Api, CodeBlock, Document } from "../../src/contracts/document.ts";
import type { JsonObject } from "../../src/contracts/json.ts";
import type { Page, Parsed } from "../../src/contracts/source.ts";
import type { Python } from "../../src/python/index.ts";
import { domainOf } from "../domain.ts";
import { rejected, remoteCodeWarnings, settled } from "../draft.ts";
import { textOf, textsOf } from "../json-value.ts";
import { licenceOf } from "../licence.ts";
import { stemOf } from "../markdown/hub-pages.ts";
import { isParsed, readMarkdownPage } from "../markdown/page.ts";
import { hubLoadOf } from "./hub-load.ts";

export async function parseTorchhub(page: Page): Promise<Parsed> {
  const read = await readMarkdownPage("torchhub", page);
  if (isParsed(read)) return read;
  const { metadata, python } = read;
  const document = torchhubDocument(read.document, metadata, python);
  if (isTemplate(metadata)) {
    return rejected("template", "The page is the template: its fields still ask to be filled in.", document);
  }
  const paper = repositoryPaper(page.input, metadata);
  return paper === null
    ? settled(document)
    : rejected(paper, "The file belongs to the repository and describes no model.", document);
}

function torchhubDocument(read: Document, metadata: JsonObject, python: Python): Document {
  const tags = textsOf(metadata["tags"]);
  const summary = textOf(metadata["summary"]);
  const name = textOf(metadata["title"]) ?? read.title ?? stemOf(read.name);
  const call = firstHubLoad(read.examples, python);
  const repository = textOf(metadata["github-id"]);
  return {
    ...read,
    name,
    title: textOf(metadata["title"]) ?? read.title,
    description: [summary, read.description].filter((part) => part !== null && part !== "").join("\n\n"),
    licence: licenceOf(metadata["license"]),
    domain: domainOf({
      tasks: [stemOf(read.name)],
      tags,
      words: [name, summary ?? "", stemOf(read.name)],
      libraries: read.requirements,
    }),
    tags,
    api: call,
    requirements: call === null ? read.requirements : [...new Set([...read.requirements, "torch"])].sort(),
    group: repository,
    extra: Object.keys(metadata).length === 0 ? {} : { frontMatter: metadata },
    warnings: [...read.warnings, ...remoteCodeWarnings(read.examples, false)],
  };
}

function firstHubLoad(blocks: readonly CodeBlock[], python: Python): Api | null {
  for (const block of blocks) {
    const found = block.parses === true ? hubLoadOf(block, python) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The template's values are notes such as `<REQUIRED: short description>`. */
function isTemplate(metadata: JsonObject): boolean {
  return Object.values(metadata).some((value) => JSON.stringify(value).includes("<REQUIRED"));
}

function repositoryPaper(input: string, metadata: JsonObject): string | null {
  if (
    metadata["layout"] !== undefined ||
    metadata["github-id"] !== undefined ||
    metadata["github-link"] !== undefined
  )
    return null;
  const stem = stemOf(input).toLowerCase();
  if (stem.startsWith("licen") || stem.startsWith("copying")) return "licence-text";
  if (stem.startsWith("contributing")) return "contributing-guide";
  return input.toLowerCase().endsWith(".txt") || stem === "readme" || stem.startsWith("code_of_conduct")
    ? "not-a-model-page"
    : null;
}

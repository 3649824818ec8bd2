/** Starts documents and ends them as accepted or rejected: the few rules every source shares. */
import { createHash } from "node:crypto";
import type { CodeBlock, Document, SourceName } from "../src/contracts/document.ts";
import type { Page, Parsed } from "../src/contracts/source.ts";
import { wordsOf } from "./markdown/description.ts";

/** A document that knows only where it comes from; sources fill in the rest. */
export function emptyDocument(source: SourceName, page: Page): Document {
  return {
    id: `${source}:${page.input}`,
    source,
    url: page.url,
    revision: page.revision,
    licence: null,
    contentHash: hashBytes(page.bytes),
    domain: "other",
    name: page.input,
    title: null,
    description: "",
    sections: [],
    examples: [],
    metrics: [],
    requirements: [],
    tags: [],
    api: null,
    group: null,
    extra: {},
    warnings: [],
  };
}

/** SHA-256 of bytes in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function rejected(reason: string, detail: string, document: Document | null = null): Parsed {
  return { state: "rejected", reason, detail, document };
}

/** Accepted when the page says something: prose, code or an API. */
export function settled(document: Document): Parsed {
  const says =
    hasProse(document) || document.examples.some((block) => block.kind !== "output") || document.api !== null;
  if (says) return { state: "accepted", document };
  return rejected("no-content", "The page has a name at most: no description, no code and no API.", document);
}

const FEWEST_CHARS = 12;

function hasProse(document: Document): boolean {
  if (wordsOf(document.description).length >= FEWEST_CHARS) return true;
  return document.sections.some((section) => wordsOf(section.text).length >= FEWEST_CHARS);
}

/** A first word on blocks that ask for code of the repository to be run: it is marked, never trusted. */
export function remoteCodeWarnings(blocks: readonly CodeBlock[], customCode: boolean): string[] {
  const python = blocks.filter((block) => block.language === "python");
  const asking = python.filter((block) => block.code.includes("trust_remote_code"));
  const loading = python.filter(
    (block) => !block.code.includes("trust_remote_code") && block.code.includes("from_pretrained("),
  );
  const place = (block: CodeBlock): string =>
    block.line === null ? "an example" : `the example of line ${block.line}`;
  return [
    ...asking.map(
      (block) =>
        `${place(block)} asks to run code of the model's repository (trust_remote_code); not trusted`,
    ),
    ...(customCode ? loading : []).map(
      (block) =>
        `${place(block)} needs code of the model's repository but does not say so; trust_remote_code is not added`,
    ),
  ];
}

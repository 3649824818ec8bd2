/** A TensorFlow Hub page as a document. Pure. */
import type { Document } from "../../src/contracts/document.ts";
import type { JsonObject } from "../../src/contracts/json.ts";
import type { Page, Parsed } from "../../src/contracts/source.ts";
import { domainOf } from "../domain.ts";
import { remoteCodeWarnings, settled } from "../draft.ts";
import { licenceOf } from "../licence.ts";
import { stemOf } from "../markdown/hub-pages.ts";
import { isParsed, readMarkdownPage } from "../markdown/page.ts";
import { tfhubHeader, type TfhubHeader } from "./header.ts";

export async function parseTfhub(page: Page): Promise<Parsed> {
  const read = await readMarkdownPage("tfhub", page);
  if (isParsed(read)) return read;
  return settled(tfhubDocument(read.document, tfhubHeader(read.outline)));
}

function tfhubDocument(read: Document, header: TfhubHeader): Document {
  const values = (key: string): readonly string[] => header.comments.get(key) ?? [];
  const name = header.name ?? read.title ?? stemOf(read.name);
  const tasks = [...values("task"), ...values("module-type")];
  const warnings = header.kind === null ? ["the heading does not follow TensorFlow Hub's form"] : [];
  return {
    ...read,
    url: read.url ?? addressOf(header),
    revision: header.version ?? read.revision,
    name,
    licence: licenceOf([...values("license")]),
    domain: domainOf({
      tasks,
      tags: values("network-architecture"),
      words: [name, read.title ?? "", read.description.slice(0, 200)],
    }),
    tags: [
      ...new Set([...tasks, ...values("network-architecture"), ...values("dataset"), ...values("language")]),
    ],
    group: values("parent-model")[0] ?? header.name,
    extra: extraOf(header),
    warnings: [...read.warnings, ...warnings, ...remoteCodeWarnings(read.examples, false)],
  };
}

function addressOf(header: TfhubHeader): string | null {
  if (header.name === null) return null;
  return `https://tfhub.dev/${header.name}${header.version === null ? "" : `/${header.version}`}`;
}

function extraOf(header: TfhubHeader): JsonObject {
  const comments = Object.fromEntries([...header.comments].map(([key, values]) => [key, [...values]]));
  return {
    ...(header.kind === null ? {} : { kind: header.kind }),
    ...(header.comments.size === 0 ? {} : { comments }),
  };
}

/** A record of `csv` or `jsonl` with its column mapping, as a document. Pure. */
import type { Document } from "../src/contracts/document.ts";
import { domains } from "../src/contracts/document.ts";
import type { Page, Parsed } from "../src/contracts/source.ts";
import { loadPython, normaliseRequirements, type Python } from "../src/python/index.ts";
import { hashValue } from "../src/util/hash.ts";
import { documentFields, type DocumentField } from "./columns.ts";
import { domainOf } from "./domain.ts";
import { emptyDocument, remoteCodeWarnings, settled } from "./draft.ts";
import { isObject, textOf, textsOf, toJsonObject } from "./json-value.ts";
import { licenceOf } from "./licence.ts";
import { codeFieldBlocks } from "./markdown/code-field.ts";
import { codeBlocksOf } from "./markdown/code-language.ts";
import { describe } from "./markdown/description.ts";
import { outlineOf } from "./markdown/outline.ts";
import { readRecord } from "./record.ts";
import { requirementsOf } from "./requirements.ts";

export const parseCsvRecord = (page: Page): Promise<Parsed> => parseMappedRecord("csv", page);
export const parseJsonlRecord = (page: Page): Promise<Parsed> => parseMappedRecord("jsonl", page);

/** `page.metadata.columns` holds the mapping. */
async function parseMappedRecord(source: "csv" | "jsonl", page: Page): Promise<Parsed> {
  const read = readRecord(page);
  if ("state" in read) return read;
  const python = await loadPython();
  const { record } = read;
  const value = valueReader(record, page);
  const base = { ...emptyDocument(source, page), contentHash: hashValue(record) };
  return settled(mappedDocument(base, record, value, python));
}

type ValueReader = (field: DocumentField) => unknown;

function valueReader(record: Record<string, unknown>, page: Page): ValueReader {
  const columns = isObject(page.metadata["columns"]) ? page.metadata["columns"] : {};
  return (field) => {
    const column = columns[field];
    return typeof column === "string" && Object.hasOwn(record, column) ? record[column] : undefined;
  };
}

function mappedDocument(
  base: Document,
  record: Record<string, unknown>,
  value: ValueReader,
  python: Python,
): Document {
  const prose = outlineOf((textOf(value("description")) ?? "").replaceAll(/\r+\n?/g, "\n"));
  const inProse = prose.blocks.flatMap((block) => codeBlocksOf({ ...block, line: null }, python));
  const examples = [
    ...textsOf(value("code")).flatMap((code) => codeFieldBlocks(code, null, python)),
    ...inProse,
  ];
  const tags = listOf(value("tags"));
  const name = textOf(value("name")) ?? textOf(value("title")) ?? base.name;
  const label = textOf(value("domain"));
  const named = domains.find((domain) => domain.toLowerCase() === label?.toLowerCase());
  const requirements = [...listOf(value("requirements")), ...requirementsOf(examples, python)];
  return {
    ...base,
    url: textOf(value("url")),
    revision: textOf(value("revision")),
    licence: licenceOf(value("licence")),
    domain:
      named ??
      domainOf({ tasks: label === null ? [] : [label], tags, libraries: requirements, words: [name] }),
    name,
    title: textOf(value("title")),
    description: describe(prose.sections),
    sections: [...prose.sections],
    examples,
    requirements: normaliseRequirements(requirements),
    tags,
    group: textOf(value("group")),
    extra: restOf(record, value),
    warnings: [...prose.warnings, ...remoteCodeWarnings(examples, false), ...decodingWarnings(record)],
  };
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return textsOf(value);
  return (textOf(value) ?? "")
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Columns that no field took. */
function restOf(record: Record<string, unknown>, value: ValueReader): Document["extra"] {
  const taken = new Set(documentFields.map(value));
  const rest = Object.entries(record).filter(([, inner]) => !taken.has(inner));
  return rest.length === 0 ? {} : { columns: toJsonObject(Object.fromEntries(rest)) };
}

/** A table is read as UTF-8; what was not is seen by the replacement character. */
function decodingWarnings(record: Record<string, unknown>): string[] {
  if (!JSON.stringify(record).includes("\uFFFD")) return [];
  return ["The record holds characters that are not UTF-8 and were lost; save the file as UTF-8."];
}

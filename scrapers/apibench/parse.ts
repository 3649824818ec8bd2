/** One APIBench record, an API's or an instruction's, as a document. Pure. */
import type { Api, Document } from "../../src/contracts/document.ts";
import type { Page, Parsed } from "../../src/contracts/source.ts";
import { loadPython, normaliseRequirements, type Python } from "../../src/python/index.ts";
import { hashValue } from "../../src/util/hash.ts";
import { domainOf } from "../domain.ts";
import { emptyDocument, rejected, remoteCodeWarnings, settled } from "../draft.ts";
import { isObject, textOf, toJsonObject } from "../json-value.ts";
import { codeFieldBlocks } from "../markdown/code-field.ts";
import { readRecord } from "../record.ts";
import { requirementsOf } from "../requirements.ts";
import {
  apiParameters,
  environmentRequirements,
  exampleCode,
  performanceMetrics,
  plainText,
} from "./fields.ts";
import { readInstruction, type Instruction } from "./instruction.ts";

export async function parseApibench(page: Page): Promise<Parsed> {
  const read = readRecord(page);
  if ("state" in read) return read;
  const { record } = read;
  const python = await loadPython();
  const base = { ...emptyDocument("apibench", page), contentHash: hashValue(record) };
  if (isObject(record["api_data"]))
    return settled(instructionDocument(base, record, record["api_data"], python));
  if (record["api_name"] === undefined && record["api_call"] === undefined) {
    const keys = Object.keys(record).slice(0, 10).join(", ");
    return rejected(
      "invalid-record",
      `The record is neither an API nor an instruction; its fields: ${keys}.`,
      base,
    );
  }
  return settled(apiDocument(base, record, python));
}

function apiDocument(base: Document, record: Record<string, unknown>, python: Python): Document {
  const warnings: string[] = [];
  const call = plainText(record["api_call"]);
  const name = plainText(record["api_name"]) ?? call ?? base.name;
  const domain = plainText(record["domain"]);
  const task = plainText(record["functionality"]);
  const code = exampleCode(record["example_code"]);
  const examples = code === "" ? [] : codeFieldBlocks(code, null, python);
  if (code === "") warnings.push("the record has no example code");
  else if (!examples.some((block) => block.parses === true))
    warnings.push("the example code is no valid Python");
  if (isPlaceholder(name)) warnings.push(`api_name "${name}" is a placeholder, not a name`);
  const requirements = [
    ...environmentRequirements(record["python_environment_requirements"]),
    ...requirementsOf(examples, python),
  ];
  return {
    ...base,
    url: addressOf(name, call, plainText(record["framework"])),
    name,
    domain: domainOf({ tasks: [domain, task].filter((text) => text !== null), words: [name] }),
    description: plainText(record["description"]) ?? "",
    examples,
    metrics: performanceMetrics(record["performance"], task),
    requirements: normaliseRequirements(requirements),
    tags: [plainText(record["framework"]), domain, task].filter((text) => text !== null),
    api: call === null ? null : apiOf(call, record["api_arguments"], python),
    group: name,
    extra: { record: toJsonObject(record) },
    warnings: [...warnings, ...remoteCodeWarnings(examples, false)],
  };
}

function instructionDocument(
  base: Document,
  record: Record<string, unknown>,
  data: Record<string, unknown>,
  python: Python,
): Document {
  const document = apiDocument(base, data, python);
  const text = readInstruction(textOf(record["code"]) ?? "");
  const answer = text.parts.get("code");
  const answered = answer === undefined ? [] : codeFieldBlocks(answer, "Answer", python);
  const examples = [...answered, ...document.examples];
  const sections = sectionsOf(text, document.description);
  return {
    ...document,
    title: text.instruction,
    description: [text.instruction, document.description]
      .filter((part) => part !== null && part !== "")
      .join("\n\n"),
    sections,
    examples,
    requirements: normaliseRequirements([...document.requirements, ...requirementsOf(examples, python)]),
    extra: {
      ...document.extra,
      provider: textOf(record["provider"]),
      apiCall: textOf(record["api_call"]),
      parts: Object.fromEntries(text.parts),
      ...(text.unmarked === null ? {} : { output: text.unmarked }),
    },
    warnings: [...document.warnings, ...instructionWarnings(text)],
  };
}

function sectionsOf(text: Instruction, description: string): Document["sections"] {
  const named: [string, string | null | undefined][] = [
    ["Instruction", text.instruction],
    ["API", description],
    ["Explanation", text.parts.get("explanation")],
  ];
  return named.flatMap(([title, words]) => (words ? [{ title, level: 2, text: words }] : []));
}

function instructionWarnings(text: Instruction): string[] {
  const missing = text.instruction === null ? ["the record has no ###Instruction: part"] : [];
  if (text.unmarked !== null) return [...missing, "the output has no <<<…>>> parts and is kept as text"];
  return text.parts.has("code") ? missing : [...missing, "the output has no <<<code>>> part"];
}

function apiOf(call: string, parameters: unknown, python: Python): Api {
  const open = call.indexOf("(");
  const written = (open < 0 ? call : call.slice(0, open)).trim();
  const callee = written.split("=").at(-1)?.trim() ?? written;
  return {
    kind: open >= 0 && python.parses(call) ? (callee.includes(".") ? "method" : "function") : "other",
    module: null,
    qualifiedName: callee === "" ? call : callee,
    signature: open < 0 ? null : call.slice(open),
    parameters: apiParameters(parameters),
    returns: null,
    raises: [],
  };
}

const PLACEHOLDER_WORDS = ["path/to", "your_", "your-", "<", "model_id", "model_name"];

function isPlaceholder(name: string): boolean {
  return PLACEHOLDER_WORDS.some((word) => name.toLowerCase().includes(word));
}

function addressOf(name: string, call: string | null, framework: string | null): string | null {
  const address = call === null ? null : /https:\/\/tfhub\.dev\/[\w./-]+/.exec(call)?.[0];
  if (address) return address;
  const repository = /^[\w.-]+\/[\w.-]+$/.test(name) && framework?.startsWith("Hugging Face") === true;
  return repository && !isPlaceholder(name) ? `https://huggingface.co/${name}` : null;
}

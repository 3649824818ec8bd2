/** Prompts as a person works with them: what there is, how one reads with a document, what changed, what comes back. */
import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { type ModelConfig, modelConfigSchema } from "../contracts/config.ts";
import { type Document, documentSchema } from "../contracts/document.ts";
import type { ChatMessage, ModelReply, ModelRole } from "../contracts/model.ts";
import type { Prompt } from "../contracts/prompt.ts";
import { ToolkitError } from "../errors.ts";
import { documentPage } from "../generate/model/document-page.ts";
import { readPromptFolder } from "../io/prompt-folder.ts";
import { memoryLedger } from "../model/ledger.ts";
import { renderPrompt } from "../prompt/render-prompt.ts";
import { createToolkit } from "../registry.ts";
import { type DiffLine, lineDiff } from "../util/line-diff.ts";
import { validate } from "../util/validate.ts";

/**
 * Every prompt with every version, sorted by id.
 * @param folder A folder of your own; default: the toolkit's.
 */
export function listPrompts(folder?: string): readonly Prompt[] {
  return readPromptFolder(folder).prompts;
}

/**
 * A prompt's messages with a document and other inputs put in; an input that is not given stands as `‹name›`.
 * @param id `generate/tests`, or one version as `generate/tests.v1`.
 */
export function showPrompt(
  id: string,
  values: { readonly document?: Document | null; readonly inputs?: Readonly<Record<string, string>> } = {},
  folder?: string,
): { readonly prompt: Prompt; readonly messages: ChatMessage[] } {
  const prompt = readPromptFolder(folder).get(id);
  const given = inputsOf(prompt, values.document ?? null, values.inputs ?? {});
  const missing = missingInputs(prompt, given).map((name) => [name, `‹${name}›`] as const);
  return { prompt, messages: renderPrompt(prompt, { ...given, ...Object.fromEntries(missing) }) };
}

/** What changed between two prompts, usually two versions of one. */
export function diffPrompts(before: string, after: string, folder?: string): DiffLine[] {
  const library = readPromptFolder(folder);
  return lineDiff(sourceOf(library.get(before)), sourceOf(library.get(after)));
}

export interface TestPromptOptions {
  /** As in the configuration: a name, and what differs from the defaults. */
  readonly model: z.input<typeof modelConfigSchema>;
  readonly documents: readonly Document[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly role?: ModelRole;
  readonly prompts?: string;
  readonly cacheDir?: string;
  readonly signal?: AbortSignal;
}

/** What a model answered about one document. */
export interface PromptTest {
  readonly documentId: string | null;
  readonly reply: ModelReply;
}

/**
 * Asks a model once for each document (once alone when the prompt takes no page).
 * @throws ToolkitError `usage` naming inputs that are missing; what the model port throws.
 */
export async function* testPrompt(id: string, options: TestPromptOptions): AsyncGenerator<PromptTest> {
  const config = validate<ModelConfig>(modelConfigSchema, options.model, "model");
  const { cacheDir, inputs = {}, signal = new AbortController().signal } = options;
  const toolkit = createToolkit({ sandbox: "none", workers: 1, python: "python3", cacheDir });
  const models = toolkit.models({ ...config, prompts: options.prompts ?? config.prompts }, memoryLedger());
  const prompt = models.prompts.get(id);
  const documents = prompt.inputs["page"] === undefined ? [null] : options.documents;
  if (documents.length === 0) throw needs(prompt, ["page"]);
  for (const document of documents) {
    const given = inputsOf(prompt, document, inputs);
    const missing = missingInputs(prompt, given);
    if (missing.length > 0) throw needs(prompt, missing);
    const { versionedId: promptId, hash: promptHash, output: format } = prompt;
    const messages = renderPrompt(prompt, given);
    const { sampling } = models;
    const request = { promptId, promptHash, messages, format, sampling, sampleIndex: 0 };
    const reply = await models.for(options.role ?? "writer").complete(request, signal);
    yield { documentId: document?.id ?? null, reply };
  }
}

/**
 * Documents of a file with one JSON line each: a run's `documents.jsonl`, or what `codergen scrape --json` printed.
 * @param place The file, or one line of it as `FILE#N` (from 1).
 * @throws ToolkitError `input-not-found`, `input-invalid`.
 */
export async function readDocuments(place: string): Promise<Document[]> {
  const [, file = place, number] = /^(.*)#(\d+)$/.exec(place) ?? [];
  const lines = (await readText(file)).split("\n").filter((line) => line.trim() !== "");
  const wanted = number === undefined ? lines : lines.slice(Number(number) - 1, Number(number));
  if (wanted.length === 0) {
    throw new ToolkitError("input-not-found", `${file} has ${lines.length} lines, none is number ${number}`);
  }
  return wanted.flatMap((line) => documentOf(line, file) ?? []);
}

function documentOf(line: string, file: string): Document | null {
  try {
    const value = JSON.parse(line) as { readonly document?: unknown };
    const document = value.document === undefined ? value : value.document;
    return document === null ? null : documentSchema.parse(document);
  } catch (error) {
    throw new ToolkitError("input-invalid", `${file} has a line that is no document`, {
      hint: "Give documents.jsonl of a run, or what `codergen scrape --json` printed.",
      cause: error,
    });
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new ToolkitError("input-not-found", `cannot read ${file}`, {
      hint: "Give a file of documents, or one line of it as FILE#N.",
      cause: error,
    });
  }
}

function inputsOf(
  prompt: Prompt,
  document: Document | null,
  inputs: Readonly<Record<string, string>>,
): Record<string, string> {
  const takesPage = prompt.inputs["page"] !== undefined && document !== null;
  const empty = prompt.inputs["examples"] === undefined ? {} : { examples: "" };
  return { ...empty, ...(takesPage ? { page: documentPage(document) } : {}), ...inputs };
}

function missingInputs(prompt: Prompt, given: Readonly<Record<string, string>>): string[] {
  return Object.keys(prompt.inputs).filter((name) => given[name] === undefined);
}

function needs(prompt: Prompt, missing: readonly string[]): ToolkitError {
  return new ToolkitError("usage", `${prompt.versionedId} needs ${missing.join(", ")}`, {
    hint: "Give a document with --document FILE.jsonl#N, other inputs with --set name=value.",
  });
}

function sourceOf({ system, user, output, inputs, description }: Prompt): string {
  const head = JSON.stringify({ description, inputs, output }, null, 2);
  return `${head}\n## system\n${system}\n\n## user\n${user}`;
}

/** A document: one page of a source, normalised. Everything later stages know about a page stands here. */
import { z } from "zod";
import { jsonValueSchema } from "./json.ts";

export const sourceNames = [
  "pydoc",
  "huggingface",
  "torchhub",
  "tfhub",
  "apibench",
  "docs",
  "csv",
  "jsonl",
  "tasks",
] as const;
export const sourceNameSchema = z.enum(sourceNames);
export type SourceName = z.infer<typeof sourceNameSchema>;

/** The paper's domains (Table 1), and "other". */
export const domains = [
  "Natural Language Processing",
  "Computer Vision",
  "Tabular Data",
  "Audio and Speech",
  "Classification",
  "Multimodal",
  "Reinforcement Learning",
  "other",
] as const;
export const domainSchema = z.enum(domains);
export type Domain = z.infer<typeof domainSchema>;

/** One statement of an interactive example and what it printed; `expected` is null when it printed nothing. */
export const doctestStepSchema = z.strictObject({
  source: z.string(),
  expected: z.string().nullable(),
  /** Directives such as `ELLIPSIS` or `SKIP` that are switched on for this step. */
  directives: z.array(z.string()),
});
export type DoctestStep = z.infer<typeof doctestStepSchema>;

export const codeBlockSchema = z.strictObject({
  /** Normalised language id ("python", "bash", "json", …), or null when nothing says what it is. */
  language: z.string().nullable(),
  /** The fence's info string, or the HTML class, as written. */
  info: z.string(),
  kind: z.enum(["script", "doctest", "shell", "output", "other"]),
  /** The block as written, line ends as LF; prompts stay in a doctest. */
  code: z.string(),
  /** Python statements and outputs told apart; null unless `kind` is "doctest". */
  steps: z.array(doctestStepSchema).nullable(),
  /** True when the Python (for a doctest: of its statements) parses; null when the block is not Python. */
  parses: z.boolean().nullable(),
  /** First line of the block in the page, from 1; null when the page has no lines (records). */
  line: z.int().nullable(),
  /** The nearest heading above. */
  heading: z.string().nullable(),
});
export type CodeBlock = z.infer<typeof codeBlockSchema>;

export const metricSchema = z.strictObject({
  task: z.string().nullable(),
  dataset: z.string().nullable(),
  name: z.string(),
  /** A finite number, or the text as it stands (also "NaN", "n/a"); null when the page gives none. */
  value: z.union([z.number(), z.string()]).nullable(),
});
export type Metric = z.infer<typeof metricSchema>;

export const apiParameterSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(["positional-only", "positional-or-keyword", "var-positional", "keyword-only", "var-keyword"]),
  annotation: z.string().nullable(),
  default: z.string().nullable(),
  description: z.string().nullable(),
});
export type ApiParameter = z.infer<typeof apiParameterSchema>;

export const apiSchema = z.strictObject({
  kind: z.enum(["function", "class", "method", "module", "model", "other"]),
  /** What is imported, e.g. "sklearn.cluster"; null when the page does not say. */
  module: z.string().nullable(),
  qualifiedName: z.string(),
  /** As the page or `inspect.signature` gives it, e.g. "(data, *, mu=None)". */
  signature: z.string().nullable(),
  parameters: z.array(apiParameterSchema),
  returns: z.string().nullable(),
  raises: z.array(z.strictObject({ exception: z.string(), description: z.string() })),
});
export type Api = z.infer<typeof apiSchema>;

export const sectionSchema = z.strictObject({ title: z.string(), level: z.int(), text: z.string() });
export type Section = z.infer<typeof sectionSchema>;

export const documentSchema = z.strictObject({
  /** Stable and unique within a dataset: `<source>:<locator>`, e.g. "pydoc:statistics.mean". */
  id: z.string(),
  source: sourceNameSchema,
  /** Where a person can read the page; null when it has no address. */
  url: z.string().nullable(),
  /** Commit, package version or entity tag of what was read. */
  revision: z.string().nullable(),
  /** SPDX id where it maps to one, else the words of the page; null when nothing is said. */
  licence: z.string().nullable(),
  /** SHA-256 of the page's bytes (for records: of the record's canonical JSON). */
  contentHash: z.string(),
  domain: domainSchema,
  /** Model or API name. */
  name: z.string(),
  title: z.string().nullable(),
  /** Plain text or Markdown prose, without the code blocks. */
  description: z.string(),
  sections: z.array(sectionSchema),
  examples: z.array(codeBlockSchema),
  metrics: z.array(metricSchema),
  /** Distribution names as they would be given to pip, sorted. */
  requirements: z.array(z.string()),
  tags: z.array(z.string()),
  api: apiSchema.nullable(),
  /** Documents with the same group describe the same thing (repeated api_name, renamed repository). */
  group: z.string().nullable(),
  /** What the source gave beyond the common fields (front matter, API answer), as JSON. */
  extra: z.record(z.string(), jsonValueSchema),
  /** What was odd about the page and how it was read. */
  warnings: z.array(z.string()),
});
export type Document = z.infer<typeof documentSchema>;

/** True when a document holds Python that parses: what generators need. */
export function hasUsableCode(document: Document): boolean {
  return document.examples.some((block) => block.parses === true);
}

/** The one state an input of `scrape` ends in. */
export const scrapeRecordSchema = z.strictObject({
  source: sourceNameSchema,
  /** The input's own name: a path relative to the folder, a url, a repository id, `file#line`. */
  input: z.string(),
  state: z.enum(["accepted", "rejected"]),
  /** Null when accepted; else a short code such as "empty", "duplicate", "not-text", "fetch-failed". */
  reason: z.string().nullable(),
  /** The reason in words, with the facts. */
  detail: z.string().nullable(),
  /** Entity tag or revision to ask with next time. */
  etag: z.string().nullable(),
  /** The page as far as it could be read, also for a rejected input. */
  document: documentSchema.nullable(),
});
export type ScrapeRecord = z.infer<typeof scrapeRecordSchema>;

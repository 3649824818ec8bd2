/** What the introspection script prints, and a page made of it. */
import { z } from "zod";
import { apiParameterSchema } from "../../src/contracts/document.ts";

export const packageFactsSchema = z.object({
  record: z.literal("package"),
  /** Null for the standard library. */
  distribution: z.string().nullable(),
  version: z.string(),
  licences: z.array(z.string()),
  urls: z.record(z.string(), z.string()),
});
export type PackageFacts = z.infer<typeof packageFactsSchema>;

const callableSchema = z.object({
  path: z.string(),
  module: z.string(),
  qualname: z.string(),
  kind: z.enum(["function", "class", "method", "module"]),
  methods: z.array(z.string()),
  doc: z.string(),
  signature: z.string().nullable(),
  parameters: z.array(apiParameterSchema.omit({ description: true })),
  returns: z.string().nullable(),
  sourceFile: z.string().nullable(),
  line: z.int().nullable(),
});

export const introspectionSchema = z.discriminatedUnion("record", [
  packageFactsSchema,
  callableSchema.extend({ record: z.literal("page") }),
  z.object({ record: z.literal("failed"), module: z.string(), error: z.string() }),
]);
export type Introspection = z.infer<typeof introspectionSchema>;

/** The JSON of one page's bytes. */
export const pydocPageSchema = callableSchema.extend({
  distribution: z.string().nullable(),
  version: z.string(),
  licences: z.array(z.string()),
  projectUrl: z.string().nullable(),
});
export type PydocPage = z.infer<typeof pydocPageSchema>;

const PROJECT_URLS = ["documentation", "docs", "homepage", "home", "source", "repository"];

export function pydocPage(entry: Extract<Introspection, { record: "page" }>, facts: PackageFacts): PydocPage {
  const urls = new Map(Object.entries(facts.urls).map(([label, url]) => [label.toLowerCase(), url]));
  const label = PROJECT_URLS.find((known) => urls.has(known));
  return pydocPageSchema.parse({
    ...entry,
    distribution: facts.distribution,
    version: facts.version,
    licences: facts.licences,
    projectUrl: label === undefined ? null : (urls.get(label) ?? null),
  });
}

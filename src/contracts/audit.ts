/** What the audits of a dataset found, one record a task, and what follows from it. */
import { z } from "zod";

/** A place that may give away a secret or a person. The sieve that finds them is no guarantee. */
export const findingSchema = z.strictObject({
  kind: z.enum(["secret", "personal"]),
  /** Name of the pattern, e.g. "huggingface", "e-mail". */
  rule: z.string(),
  /** "code": the task file; "text": the instruction. */
  where: z.enum(["code", "text"]),
  /** Line from 1. */
  line: z.int(),
  /** What was found, all but its first three characters hidden. */
  masked: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

export const licenceTerms = [
  "permissive",
  "share-alike",
  "copyleft",
  "non-commercial",
  "use-restricted",
  "no-derivatives",
  "unknown",
] as const;
export const licenceTermsSchema = z.enum(licenceTerms);
export type LicenceTerms = z.infer<typeof licenceTermsSchema>;

/** What a task has in common with a benchmark: the one with which it has most. */
export const contaminationSchema = z.strictObject({
  benchmark: z.string(),
  /** "code": the function; "text": the instruction. */
  where: z.enum(["code", "text"]),
  /** Share of the part's n-grams that the benchmark has, 0 to 1. */
  share: z.number(),
  /** Tokens (code) or words (text) of the longest run whose n-grams the benchmark has all. */
  longest: z.int(),
  /** True from the documented thresholds on. */
  contaminated: z.boolean(),
});
export type Contamination = z.infer<typeof contaminationSchema>;

export const auditRecordSchema = z.strictObject({
  taskId: z.string(),
  documentId: z.string(),
  /** Id of the first task of the group of near-duplicates; its own where it is like no other. */
  group: z.string(),
  /** Similarity to the first task of the group, 0 to 1; null for that one. */
  similarity: z.number().nullable(),
  findings: z.array(findingSchema),
  /** Null where no n-gram of the task is one of a benchmark's. */
  contamination: contaminationSchema.nullable(),
  /** SPDX expression; null where the source names none. */
  licence: z.string().nullable(),
  terms: licenceTermsSchema,
  /** Why the task is left out; empty when it is kept. */
  leftOut: z.array(z.enum(["near-duplicate", "contaminated", "secret", "personal", "licence", "balance"])),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

export const auditOptionsSchema = z.strictObject({
  nearDuplicates: z
    .enum(["keep", "drop"])
    .default("keep")
    .describe("drop: of tasks that are nearly the same the first stays"),
  similarity: z.number().min(0.5).max(1).default(0.8).describe("from which two tasks are nearly the same"),
  findings: z
    .enum(["reject", "redact", "keep"])
    .default("reject")
    .describe("tasks with secrets or personal data; redact: replaced in instructions, rejected in code"),
  contamination: z
    .enum(["keep", "drop"])
    .default("keep")
    .describe("drop: tasks that repeat a problem of a benchmark are left out"),
  /** Files of benchmarks or of sketches; empty for the sketch that comes with the package. */
  against: z.array(z.string()).default([]),
  /** Terms of licences whose tasks are left out. */
  excludeTerms: z.array(licenceTermsSchema).default([]),
  balance: z
    .strictObject({
      by: z.enum(["domain", "package", "source"]),
      /** Most share of all kept tasks that one of them may have. */
      maxShare: z.number().gt(0).lte(1),
    })
    .nullable()
    .default(null),
});
export type AuditOptions = z.infer<typeof auditOptionsSchema>;

const countsSchema = z.record(z.string(), z.int());

export const auditSummarySchema = z.strictObject({
  tasks: z.int(),
  kept: z.int(),
  leftOut: countsSchema,
  /** Tasks that are like an earlier one, kept or not. */
  nearDuplicates: z.int(),
  /** Tasks that repeat a problem, kept or not, by benchmark. */
  contaminated: countsSchema.default({}),
  /** The benchmarks that tasks were compared with; the hash is that of the file. */
  comparedWith: z
    .array(z.strictObject({ name: z.string(), problems: z.int(), source: z.string() }))
    .default([]),
  findings: countsSchema,
  licences: z.record(z.string(), z.strictObject({ tasks: z.int(), terms: licenceTermsSchema })),
  /** Kept tasks. */
  domains: countsSchema,
  packages: countsSchema,
  sources: countsSchema,
  /** Lines and tokens of functions: 5, 25, 50, 75 and 95 % of the tasks have at most these. */
  lines: z.array(z.int()),
  tokens: z.array(z.int()),
});
export type AuditSummary = z.infer<typeof auditSummarySchema>;

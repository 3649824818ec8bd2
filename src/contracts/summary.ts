/** Counts of a run that add up: every input in exactly one place. */
import { z } from "zod";
import { moneySchema } from "./money.ts";
import { domainSchema } from "./document.ts";
import { outcomeSchema, tierSchema } from "./execution.ts";

const counts = z.record(z.string(), z.int());

/** What scraping found: how many, from where, of what kind, and why the rest was rejected. */
export const ingestReportSchema = z.strictObject({
  inputs: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  bySource: counts,
  byDomain: z.partialRecord(domainSchema, z.int()),
  byLicence: counts,
  /** Accepted documents with Python that parses. */
  withUsableCode: z.int(),
  duplicates: z.int(),
  /** Accepted documents that were read with a warning. */
  withWarnings: z.int(),
  rejectedByReason: counts,
  /** Every rejected input with its reason, at most the first 1,000. */
  rejectedInputs: z.array(z.strictObject({ input: z.string(), reason: z.string(), detail: z.string() })),
});
export type IngestReport = z.infer<typeof ingestReportSchema>;

export const summarySchema = z.strictObject({
  name: z.string(),
  toolkitVersion: z.string(),
  scrape: z.strictObject({
    inputs: z.int(),
    accepted: z.int(),
    rejected: z.int(),
    rejectedByReason: counts,
  }),
  generate: z.strictObject({
    documents: z.int(),
    generated: z.int(),
    rejected: z.int(),
    ungraded: z.int(),
    rejectedByReason: counts,
    tasks: z.int(),
  }),
  verify: z.strictObject({
    tasks: z.int(),
    /** Tasks whose highest tier this is; adds up to `tasks`. */
    tiers: z.record(tierSchema, z.int()),
    outcomes: z.partialRecord(outcomeSchema, z.int()),
    /** Tasks the sandbox could not judge: in tier `none` only until they are run again. */
    ungraded: z.int(),
    /** Cases by verdict. */
    verdicts: counts,
    /** Passed cases that also pass with a stub in place of the function. */
    vacuousCases: z.int(),
    flakyTasks: z.int(),
    /** Why tasks with three passed cases are not `verified`. */
    notVerifiedByReason: counts,
    /** Causes of cases that did not pass: "<code>" or "<code>: <exception>". */
    failuresByCause: counts,
  }),
  /** What models took; null when none was asked. */
  money: moneySchema.nullable(),
  /** Rows of each exported config: `any` counts every task of tier any, all and verified. */
  export: z.strictObject({ any: z.int(), all: z.int(), verified: z.int() }),
});
export type Summary = z.infer<typeof summarySchema>;

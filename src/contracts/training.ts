/** Training sets: what a format is made of, how it is asked for, and what is told about it. */
import { z } from "zod";
import { auditOptionsSchema } from "./audit.ts";
import { failureAnalysisSchema } from "./repair.ts";

export const trainingFormats = [
  "chat",
  "alpaca",
  "completion",
  "sharegpt",
  "repair",
  "preference",
  "openai-preference",
  "quadruplets",
] as const;
export const trainingFormatSchema = z.enum(trainingFormats);
export type TrainingFormat = z.infer<typeof trainingFormatSchema>;

export const splitNames = ["train", "validation", "test"] as const;
export type SplitName = (typeof splitNames)[number];

/** A task as a training format needs it. */
export const trainingTaskSchema = z.strictObject({
  taskId: z.string(),
  documentId: z.string(),
  source: z.string(),
  domain: z.string(),
  licence: z.string().nullable(),
  instruction: z.string(),
  functionName: z.string(),
  requirements: z.array(z.string()).readonly(),
  /** Imports and function: the answer. */
  code: z.string(),
  tests: z.string(),
});
export type TrainingTask = z.infer<typeof trainingTaskSchema>;

/** A program that failed for a task, and what mends it or does better. */
export const trainingFailureSchema = z.strictObject({
  task: trainingTaskSchema,
  /** The program that failed. */
  broken: z.string(),
  /** What running it showed: the traceback's tail. */
  failure: z.string(),
  analysis: failureAnalysisSchema.nullable(),
  /** A program that passes every case. */
  fixed: z.string(),
  /** Where the failure comes from: a round of repair, a sample of an evaluation, an attempt while generating. */
  origin: z.enum(["repair", "sample", "attempt"]),
});
export type TrainingFailure = z.infer<typeof trainingFailureSchema>;

const share = z.number().min(0).max(1);

export const trainingOptionsSchema = z.strictObject({
  formats: z.array(trainingFormatSchema).min(1),
  tier: z.enum(["any", "all", "verified"]).default("all"),
  /** Least share of a task's cases that pass; asks for more than the tier does. */
  minPassShare: share.default(0),
  split: z
    .strictObject({ train: share, validation: share, test: share })
    .refine(({ train, validation, test }) => Math.abs(train + validation + test - 1) < 1e-9, {
      message: "the three shares must add up to 1",
    })
    .default({ train: 0.9, validation: 0.05, test: 0.05 }),
  seed: z.int().default(0),
  /** Examples with more tokens are left out; null for no limit. */
  maxTokens: z.int().positive().nullable().default(null),
  /** Prompt with the parts `## system` and `## user`, instead of `train/instruction`. */
  template: z.string().nullable().default(null),
  /** File whose text is the system message instead of the template's; empty for none. */
  system: z.string().nullable().default(null),
  /** Folders of evaluations whose failures become `repair` and `preference` rows. */
  attempts: z.array(z.string()).default([]),
  audit: auditOptionsSchema.prefault({ nearDuplicates: "drop", contamination: "drop" }),
});
export type TrainingOptions = z.infer<typeof trainingOptionsSchema>;

const splitCountsSchema = z.strictObject({ train: z.int(), validation: z.int(), test: z.int() });
export type SplitCounts = z.infer<typeof splitCountsSchema>;

/** `stats.json` of one format. */
export const trainingStatsSchema = z.strictObject({
  format: trainingFormatSchema,
  rows: splitCountsSchema,
  /** Examples that were longer than the limit. */
  tooLong: z.int(),
  tokenizer: z.string(),
  /** Tokens of all examples; 5, 25, 50, 75 and 95 % of them have at most these. */
  tokens: z.strictObject({ total: z.int(), quantiles: z.array(z.int()), longest: z.int() }),
  /** Examples put one after another into sequences of this length, as trainers do with packing. */
  packing: z.strictObject({ length: z.int(), sequences: z.int(), fill: z.number() }).nullable(),
  /** Prompt that the questions were written with, and its hash. */
  template: z.string(),
  templateHash: z.string(),
});
export type TrainingStats = z.infer<typeof trainingStatsSchema>;

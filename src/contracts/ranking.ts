/**
 * Ranking candidates by a person's answers about tests (TiCoder): what is ranked, what running it gave, what was
 * answered and what came of it.
 */
import { z } from "zod";

/** What a person wants, and what is known about it. Text and signature are enough; the rest serves an oracle. */
export const rankingTaskSchema = z.strictObject({
  id: z.string().min(1),
  /** What the function is to do, in words. */
  text: z.string(),
  functionName: z.string().regex(/^[A-Za-z_]\w*$/),
  /** Shown to a model: header, with the text as its docstring; imports before it where there are some. */
  signature: z.string(),
  /** Code that stands before every candidate. */
  context: z.string().default(""),
  /** Code that the tests need. */
  setup: z.string().default(""),
  /** A whole program that is right; null when nobody has one. */
  reference: z.string().nullable().default(null),
  /** Hidden tests: whole test functions, or one that defines `check(candidate)`. Used for scores, never shown. */
  validation: z.array(z.string()).default([]),
  /** Distributions that programs or tests need. */
  requirements: z.array(z.string()).default([]),
});
export type RankingTask = z.infer<typeof rankingTaskSchema>;

export const candidateSchema = z.strictObject({
  id: z.string(),
  /** A whole program. */
  code: z.string(),
  /** How many samples had this text. */
  copies: z.int().positive(),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** One assertion about one value: `setup`, then `call operator expected`. */
export const claimSchema = z.strictObject({
  setup: z.string(),
  call: z.string(),
  /** "truth" and "not" stand for `assert call` and `assert not call`; expected is then empty. */
  operator: z.enum(["==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in", "truth", "not"]),
  expected: z.string(),
});
export type Claim = z.infer<typeof claimSchema>;

export const rankingTestSchema = z.strictObject({
  id: z.string(),
  /** The whole test: what comes before it, and a function without parameters that holds the assertion. */
  code: z.string(),
  /** Name of that function. */
  name: z.string(),
  /** Null for a test that is more than one comparison, such as one with a loop. */
  comparison: claimSchema.nullable(),
});
export type RankingTest = z.infer<typeof rankingTestSchema>;

/** What one candidate did on one test; the last two are both "other" in the words of the paper. */
export const cellOutcomes = ["pass", "assertion", "crash", "timeout"] as const;
export type CellOutcome = (typeof cellOutcomes)[number];

/** A letter an outcome: passed, failed by an assertion, exception or exit, time. */
export const outcomeLetters = "PFET";
const rowSchema = z.string().regex(/^[PFET]*$/);

/** Outcomes of every candidate on every test; one row a candidate, one letter a test, in the order of the ids. */
export const matrixSchema = z.strictObject({
  candidates: z.array(z.string()),
  tests: z.array(z.string()),
  rows: z.array(rowSchema),
  /** The reference on the tests; null without one. */
  reference: rowSchema.nullable(),
  /** The candidates on the hidden tests. */
  validation: z.array(rowSchema),
  /** Programs run for this. */
  executions: z.int(),
});
export type Matrix = z.infer<typeof matrixSchema>;

export const answerKinds = ["yes", "no", "skip", "value"] as const;
export const answerSchema = z.strictObject({
  test: z.string(),
  kind: z.enum(answerKinds),
  /** For "value": the test is wrong, and this test with the right value takes its place. */
  corrected: z.strictObject({ test: rankingTestSchema, outcomes: rowSchema }).nullable().default(null),
});
export type Answer = z.infer<typeof answerSchema>;

/** The state after some questions. Lists are in rank order and in the order of the questions. */
export const roundSchema = z.strictObject({
  questions: z.int(),
  candidates: z.array(z.string()),
  approved: z.array(z.string()),
  rejected: z.array(z.string()),
});
export type Round = z.infer<typeof roundSchema>;

/** How questions are chosen and answers taken. */
export const rankSettingsSchema = z.strictObject({
  testPolicy: z.string().default("information-gain").describe("which test is asked about next"),
  candidatePolicy: z.string().default("dual-agreement").describe("in which order the candidates stand"),
  maxQuestions: z.int().min(0).default(5).describe("most questions"),
  approvedOnly: z
    .boolean()
    .default(false)
    .describe("count approved tests only against the most questions; ten questions at the latest"),
  earlyStop: z.boolean().default(true).describe("stop when no question can change anything"),
  dropCrashers: z
    .boolean()
    .default(true)
    .describe("a rejected test removes candidates that crash on it; TiCoder keeps them"),
  scoring: z
    .enum(["prune", "soft"])
    .default("prune")
    .describe(
      "prune: an answer removes candidates; soft: it lowers their weight, so that a wrong one can be outvoted",
    ),
  errorRate: z.number().min(0).max(0.5).default(0).describe("how often answers are expected to be wrong"),
  seed: z.int().default(0),
});
export type RankSettings = z.infer<typeof rankSettingsSchema>;

/** Why no further question was asked. */
export const stopReasons = ["budget", "no-tests", "decided", "quit"] as const;

/** What a ranked task leaves behind in a benchmark: one line of the results. */
export const rankRecordSchema = z.strictObject({
  task: z.string(),
  /** Settings that differ between lines: policy, simulated user. */
  setting: z.string(),
  /** Why there is no result; null when there is one. */
  error: z.string().nullable(),
  samples: z.int(),
  /** Whether each distinct candidate is right, and its copies, in input order. */
  correct: z.array(z.boolean()),
  copies: z.array(z.int()),
  tests: z.int(),
  executions: z.int(),
  stopped: z.enum(stopReasons).nullable(),
  rounds: z.array(
    z.strictObject({
      questions: z.int(),
      status: z.array(z.boolean()),
      weights: z.array(z.int()),
      approved: z.int(),
      rejected: z.int(),
    }),
  ),
});
export type RankRecord = z.infer<typeof rankRecordSchema>;

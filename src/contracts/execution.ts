/** What running a program gave. Words are those of the product: verdict (a case), outcome (a run), tier (a task). */
import { z } from "zod";
import { caseKindSchema } from "./task.ts";

export const verdicts = ["passed", "failed", "error", "timeout", "not-run"] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

export const outcomes = [
  "completed",
  "syntax-error",
  "install-failed",
  "import-failed",
  "timeout",
  "memory-limit",
  "output-limit",
  "crashed",
  "exited-early",
  "tampered",
  "sandbox-failure",
  /** Never started: this machine lacks what the program needs, such as a GPU. */
  "not-run",
] as const;
export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.infer<typeof outcomeSchema>;

export const tiers = ["none", "any", "all", "verified"] as const;
export const tierSchema = z.enum(tiers);
export type Tier = z.infer<typeof tierSchema>;

/** Why something did not pass, in terms a person can act on. */
export const causeSchema = z.strictObject({
  stage: z.enum(["install", "parse", "import", "function", "case", "harness"]),
  /** Short code: "assertion", "exception", "skipped", "no-assertion-executed", "only-environment-error",
   * "cpu-limit", "wall-limit", "process-limit", "network", "missing-asset", … */
  code: z.string(),
  exception: z.string().nullable(),
  message: z.string(),
  /** Line in the task file as rendered (from 1), of the innermost frame that is the task's own code. */
  line: z.int().nullable(),
  lineText: z.string().nullable(),
  /** The traceback's tail, frames of the harness removed. */
  traceback: z.string(),
});
export type Cause = z.infer<typeof causeSchema>;

export const outputSchema = z.strictObject({
  /** Head and tail of what was printed (stdout and stderr together, invalid UTF-8 replaced). */
  text: z.string(),
  /** Bytes printed, kept or not. */
  totalBytes: z.int(),
});
export type Output = z.infer<typeof outputSchema>;

export const stubNames = ["returns-none", "returns-input", "returns-constant", "raises"] as const;
export const stubNameSchema = z.enum(stubNames);
export type StubName = z.infer<typeof stubNameSchema>;

/** "shared": tests and function ran in one process. "separate": the tests in a grader's, calls crossed as data. */
export const channels = ["shared", "separate"] as const;
export const channelSchema = z.enum(channels);
export type Channel = z.infer<typeof channelSchema>;

export const caseResultSchema = z.strictObject({
  kind: caseKindSchema,
  name: z.string(),
  verdict: verdictSchema,
  cause: causeSchema.nullable(),
  assertionsWritten: z.int(),
  assertionsExecuted: z.int(),
  output: outputSchema,
  /** Stubs of the function under which the case still passes; empty when it notices all of them. */
  vacuousUnder: z.array(stubNameSchema),
  /** The channel really used; left out where nothing ran. */
  channel: channelSchema.optional(),
});
export type CaseResult = z.infer<typeof caseResultSchema>;

export const runResultSchema = z.strictObject({
  outcome: outcomeSchema,
  /** Why the outcome is not "completed"; null when it is. */
  cause: causeSchema.nullable(),
  cases: z.array(caseResultSchema),
});
export type RunResult = z.infer<typeof runResultSchema>;

/** The one state a task ends in after `verify`. */
export const verifyRecordSchema = z.strictObject({
  taskId: z.string(),
  documentId: z.string(),
  environmentId: z.string(),
  backend: z.string(),
  /** False when the run was not isolated (`--sandbox none`). */
  isolated: z.boolean(),
  channel: channelSchema,
  tier: tierSchema,
  outcome: outcomeSchema,
  cause: causeSchema.nullable(),
  cases: z.array(caseResultSchema),
  /** Verdicts of every rerun, in the order of `cases`, with other hash seeds. */
  reruns: z.array(z.strictObject({ hashSeed: z.int(), verdicts: z.array(verdictSchema) })),
  /** Names of cases whose verdict changed between reruns. */
  flakyCases: z.array(z.string()),
  /** Why the task is in `all` and not in `verified`; empty when verified. */
  notVerified: z.array(z.string()),
});
export type VerifyRecord = z.infer<typeof verifyRecordSchema>;

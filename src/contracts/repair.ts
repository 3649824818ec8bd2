/**
 * Port: a repair agent takes a program that fails its tests and a model, and looks for one that passes more of
 * them. It runs nothing itself: the caller gives it `run`, which executes a program in the sandbox against the
 * cases, so one agent serves tasks, samples of any benchmark, and single files.
 */
import { z } from "zod";
import { attemptSchema } from "./attempt.ts";
import { caseResultSchema, causeSchema, outcomeSchema } from "./execution.ts";
import type { ModelSet, PlannedCall } from "./generator.ts";

/**
 * What running a program against its cases showed. Lines in causes count in the tested text: the program's first
 * line is 1, and the tests stand behind its last one.
 */
export const runFeedbackSchema = z.strictObject({
  outcome: outcomeSchema,
  cause: causeSchema.nullable(),
  cases: z.array(caseResultSchema),
  passed: z.int(),
  total: z.int(),
});
export type RunFeedback = z.infer<typeof runFeedbackSchema>;

export const errorCategories = [
  "syntax",
  "import",
  "install",
  "api-misuse",
  "type-value",
  "naming",
  "resource",
  "logic",
  "environment",
  "harness",
] as const;
export const errorCategorySchema = z.enum(errorCategories);
export type ErrorCategory = z.infer<typeof errorCategorySchema>;

/** What the traceback analyser reads out of one failure. */
export const failureAnalysisSchema = z.strictObject({
  category: errorCategorySchema,
  /** Finer code inside the category, as in `data/error-categories.json`: "unknown-member", "recursion", … */
  code: z.string(),
  exception: z.string().nullable(),
  message: z.string(),
  /** Line (from 1) of the program's own code that is to blame, null where none is. */
  line: z.int().nullable(),
  lineText: z.string().nullable(),
  /** Line of the tests where it showed, counted as in the feedback; null where no test was reached. */
  testLine: z.int().nullable(),
  testLineText: z.string().nullable(),
  /** What an assertion compared, as Python writes it. */
  comparison: z.strictObject({ left: z.string(), operator: z.string(), right: z.string() }).nullable(),
  /** Why it failed, one sentence. */
  cause: z.string(),
  /** What to change, most promising first. */
  suggestions: z.array(z.string()),
});
export type FailureAnalysis = z.infer<typeof failureAnalysisSchema>;

/** One program on the way, the first being the one that was given. */
export const repairRoundSchema = z.strictObject({
  round: z.int().min(0),
  /** The round whose program this one was made from; null for the first. */
  parent: z.int().nullable(),
  code: z.string(),
  /** Null where the answer held no usable program, so nothing was run. */
  feedback: runFeedbackSchema.nullable(),
  analysis: failureAnalysisSchema.nullable(),
  attempts: z.array(attemptSchema),
});
export type RepairRound = z.infer<typeof repairRoundSchema>;

export const repairRecordSchema = z.strictObject({
  agent: z.string(),
  /** "passed": nothing to repair. "repaired": all cases pass now. "improved": more than at first. */
  state: z.enum(["passed", "repaired", "improved", "unchanged"]),
  /** Why it ended: "all-passed", "rounds", "budget", "no-progress", "environment-fault", "declined". */
  ended: z.string(),
  /** The best program, never merely the last: most cases passed, the earliest among equals. */
  best: z.int(),
  rounds: z.array(repairRoundSchema).min(1),
});
export type RepairRecord = z.infer<typeof repairRecordSchema>;

export interface RepairRequest {
  readonly id: string;
  /** What the program is for, in words. */
  readonly instruction: string;
  /** The program under repair: imports and function, without its tests. */
  readonly code: string;
  readonly functionName: string;
  /** PEP 508 requirements that are installed. */
  readonly requirements: readonly string[];
  /** Texts to look things up in: scraped documents; may be empty. */
  readonly documents: readonly { readonly title: string; readonly text: string }[];
}

export interface RepairContext {
  readonly models: ModelSet;
  /** Runs a program against the cases. @throws ToolkitError `sandbox-failure`: the request stays open. */
  run(code: string): Promise<RunFeedback>;
  /** Evaluates an expression in the installed environment, e.g. a signature; its printed text. */
  inspect(expression: string): Promise<string>;
  /**
   * Asked before an analysis is acted on: the suggestions to follow (none is allowed), or null, which ends the
   * repair. Absent: all suggestions are followed.
   */
  approve?(analysis: FailureAnalysis): Promise<readonly string[] | null>;
  /** Most rounds after the given program. */
  readonly rounds: number;
  readonly signal: AbortSignal;
}

export interface RepairAgent {
  readonly name: string;
  readonly summary: string;
  /** What it asks for one program at most, for the estimate before a run. */
  calls(rounds: number): readonly PlannedCall[];
  /** @throws ToolkitError `budget-exhausted`, `model-unavailable`, `sandbox-failure`: the request stays open. */
  repair(request: RepairRequest, context: RepairContext): Promise<RepairRecord>;
}

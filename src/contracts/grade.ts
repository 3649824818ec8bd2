/** Grading samples against problems in HumanEval's format: what comes in, one result a sample. */
import { z } from "zod";
import { channelSchema, outcomes } from "./execution.ts";

/** A problem; other fields of the file are left alone. */
export const problemSchema = z.looseObject({
  task_id: z.union([z.string(), z.int()]).transform(String),
  prompt: z.string().default(""),
  entry_point: z.string().min(1),
  /** Defines `check(candidate)`; a text without it is taken as the body of one. */
  test: z.string(),
  /** Continues the prompt; its CPU time calibrates the limit. */
  canonical_solution: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** A sample: a whole program (`solution`), or what continues the prompt (`completion`). */
export const sampleSchema = z
  .looseObject({
    task_id: z.union([z.string(), z.int()]).transform(String),
    solution: z.string().optional(),
    completion: z.string().optional(),
  })
  .refine(({ solution, completion }) => solution !== undefined || completion !== undefined, {
    message: "neither solution nor completion",
  });
export type Sample = z.infer<typeof sampleSchema>;

export const gradeOutcomes = [...outcomes, "unknown-task", "invalid-sample"] as const;

export const gradeRecordSchema = z.strictObject({
  task_id: z.string().nullable(),
  /** Place of the sample in its file, from 0. */
  index: z.int(),
  /** Null when nothing was judged: the sandbox broke, the task is unknown, the line is no sample. */
  passed: z.boolean().nullable(),
  /** What the run ended in; "completed" also when the tests failed. */
  outcome: z.enum(gradeOutcomes),
  /** How tests and program were kept apart; null when nothing ran. */
  channel: channelSchema.nullable(),
  /** Why it did not pass; null when it did. */
  reason: z.string().nullable(),
});
export type GradeRecord = z.infer<typeof gradeRecordSchema>;

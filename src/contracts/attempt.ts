/** One answer of a model on the way to a task, kept as it came: data for training sets, and the cost of every task. */
import { z } from "zod";
import { modelRoleSchema, replyOutcomeSchema, usageSchema } from "./model.ts";

export const attemptSchema = z.strictObject({
  role: modelRoleSchema,
  /** What was asked for: "requirement", "implementation", "tests", "review", "program", … */
  piece: z.string(),
  /** 0 for the first answer, then one for every round of feedback. */
  round: z.int().min(0),
  promptId: z.string(),
  promptHash: z.string(),
  model: z.string(),
  outcome: replyOutcomeSchema,
  detail: z.string().nullable(),
  /** The answer as it came. */
  text: z.string(),
  /** What the model was told about the answer before this one; null in round 0. */
  feedback: z.string().nullable(),
  /** What checking the answer showed. */
  result: z.enum(["kept", "gate-failed", "run-failed", "environment-fault", "not-usable"]),
  /** Problems found, in words; empty when kept. */
  problems: z.array(z.string()),
  usage: usageSchema,
  calls: z.int(),
  costUsd: z.number().nullable(),
  fromCache: z.boolean(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** Records of an evaluation run: references, samples, verdicts, repairs. Scores are made of them (`score.ts`). */
import { z } from "zod";
import { benchmarkFormatSchema } from "./evaluation-task.ts";
import { caseResultSchema, causeSchema, channelSchema, outcomeSchema } from "./execution.ts";
import { jsonValueSchema } from "./json.ts";
import { replyOutcomeSchema, usageSchema } from "./model.ts";
import { repairRecordSchema } from "./repair.ts";

/** How a task is put to a model; each is a prompt in `prompts/evaluate/`. */
export const promptStyles = ["chat", "completion", "instruction", "tests-in-prompt"] as const;
export const promptStyleSchema = z.enum(promptStyles);
export type PromptStyle = z.infer<typeof promptStyleSchema>;

/** What an evaluation folder is about; another dataset in the same folder is a conflict. */
export const evaluationManifestSchema = z.strictObject({
  schemaVersion: z.literal(1),
  toolkitVersion: z.string(),
  dataset: z.strictObject({
    name: z.string(),
    format: benchmarkFormatSchema,
    /** SHA-256 of all tasks as they are judged. */
    hash: z.string(),
    tasks: z.int(),
  }),
  settings: z.record(z.string(), jsonValueSchema),
});
export type EvaluationManifest = z.infer<typeof evaluationManifestSchema>;

/** What running a program against a task's cases gave, under a key made of all that it depends on. */
export const sampleVerdictSchema = z.strictObject({
  key: z.string(),
  taskId: z.string(),
  environmentId: z.string(),
  outcome: outcomeSchema,
  cause: causeSchema.nullable(),
  channel: channelSchema,
  cases: z.array(caseResultSchema),
});
export type SampleVerdict = z.infer<typeof sampleVerdictSchema>;

/** Whether a task can be scored on this machine. */
export const referenceRecordSchema = z.strictObject({
  taskId: z.string(),
  /** "unchecked": the dataset has no solution, or references were not to be checked. */
  state: z.enum(["passed", "unchecked", "excluded"]),
  /** Why it is left out: "reference-failed", "environment-fault", "install-failed", "no-gpu", … */
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  vacuousCases: z.array(z.string()),
  /** False where nobody looked which cases a stub passes. */
  stubsKnown: z.boolean(),
});
export type ReferenceRecord = z.infer<typeof referenceRecordSchema>;

/** A line of a samples file; other fields are left alone. */
export const fileSampleSchema = z
  .looseObject({
    task_id: z.union([z.string(), z.int()]).transform(String),
    /** A whole program, or a reply that holds one. */
    solution: z.string().optional(),
    /** Continues the task's prompt. */
    completion: z.string().optional(),
    sample_index: z.int().min(0).optional(),
  })
  .refine(({ solution, completion }) => solution !== undefined || completion !== undefined, {
    message: "neither solution nor completion",
  });
export type FileSample = z.infer<typeof fileSampleSchema>;

/** The answer a sample was made of. */
export const sampleReplySchema = z.strictObject({
  outcome: replyOutcomeSchema,
  detail: z.string().nullable(),
  text: z.string(),
  model: z.string(),
  promptId: z.string(),
  promptHash: z.string(),
  usage: usageSchema,
  calls: z.int(),
  costUsd: z.number().nullable(),
  fromCache: z.boolean(),
});
export type SampleReply = z.infer<typeof sampleReplySchema>;

export const sampleRecordSchema = z.strictObject({
  taskId: z.string(),
  index: z.int().min(0),
  /** Hash of what the sample was made of and is judged by; a sample that has changed is graded again. */
  contentHash: z.string(),
  /** The whole program that was run; null where the answer holds none. */
  program: z.string().nullable(),
  /** The part of it that is the model's: what CL and CT count. */
  code: z.string().nullable(),
  reply: sampleReplySchema.nullable(),
  /** Key of its verdict; null where there is no program. */
  verdict: z.string().nullable(),
});
export type SampleRecord = z.infer<typeof sampleRecordSchema>;

export const repairedSampleSchema = z.strictObject({
  taskId: z.string(),
  index: z.int().min(0),
  /** The sample's own content hash: another sample is repaired again. */
  contentHash: z.string(),
  record: repairRecordSchema,
});
export type RepairedSample = z.infer<typeof repairedSampleSchema>;

/** A sample's name among those of one model. */
export function sampleKey({ taskId, index }: { readonly taskId: string; readonly index: number }): string {
  return `${taskId}#${index}`;
}

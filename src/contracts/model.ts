/** Port: a language model behind a chat API. A reply always says what became of it; nothing else is stored. */
import { z } from "zod";
import { jsonValueSchema } from "./json.ts";

export const modelRoles = ["writer", "test-writer", "reviewer", "judge", "repairer"] as const;
export const modelRoleSchema = z.enum(modelRoles);
export type ModelRole = z.infer<typeof modelRoleSchema>;

export const chatMessageSchema = z.strictObject({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** What the model is asked to fill in: the arguments of one function call, by JSON Schema. */
export const replyFormatSchema = z.strictObject({
  /** Function name, e.g. "write_implementation". */
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  description: z.string(),
  /** JSON Schema of an object whose fields are all required text or lists of text. */
  schema: z.record(z.string(), jsonValueSchema),
});
export type ReplyFormat = z.infer<typeof replyFormatSchema>;

export const samplingSchema = z.strictObject({
  /** Null leaves it to the server: some models take no other value than their own. */
  temperature: z.number().min(0).max(2).nullable(),
  topP: z.number().min(0).max(1).nullable(),
  maxTokens: z.int().positive(),
  seed: z.int().nullable(),
});
export type Sampling = z.infer<typeof samplingSchema>;

/** The paper's inference settings. */
export const paperSampling: Sampling = { temperature: 0.6, topP: 0.9, maxTokens: 2_048, seed: null };

export const modelRequestSchema = z.strictObject({
  /** Prompt id and hash: which text asked this. */
  promptId: z.string(),
  promptHash: z.string(),
  messages: z.array(chatMessageSchema).min(1),
  /** Null for a free answer. */
  format: replyFormatSchema.nullable(),
  sampling: samplingSchema,
  /** Tells apart several samples of one request. */
  sampleIndex: z.int().min(0),
});
export type ModelRequest = z.infer<typeof modelRequestSchema>;

export const replyOutcomes = [
  "complete",
  "truncated",
  "malformed",
  "refused",
  "filtered",
  "empty",
  "timed-out",
] as const;
export const replyOutcomeSchema = z.enum(replyOutcomes);
export type ReplyOutcome = z.infer<typeof replyOutcomeSchema>;

export const usageSchema = z.strictObject({
  promptTokens: z.int(),
  completionTokens: z.int(),
  /** Prompt tokens the provider served from its own cache. */
  cachedTokens: z.int(),
});
export type Usage = z.infer<typeof usageSchema>;

export const modelReplySchema = z.strictObject({
  outcome: replyOutcomeSchema,
  /** The answer's text; for a formatted answer what was parsed, as it came. */
  text: z.string(),
  /** The fields of the format; null unless the outcome is "complete" and a format was asked for. */
  fields: z.record(z.string(), jsonValueSchema).nullable(),
  /** Why the outcome is not "complete", in words. */
  detail: z.string().nullable(),
  model: z.string(),
  finishReason: z.string().nullable(),
  /** Of all calls that this reply took, repeated ones included. */
  usage: usageSchema,
  calls: z.int(),
  /** US dollars; null when the model's price is unknown. */
  costUsd: z.number().nullable(),
  fromCache: z.boolean(),
});
export type ModelReply = z.infer<typeof modelReplySchema>;

export interface Model {
  readonly name: string;
  /**
   * One reply, whatever became of it: continued, repaired or asked again as far as the policy goes.
   * @throws ToolkitError `unauthorized`, `budget-exhausted`, `model-unavailable` (retryable): the request stays open.
   */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

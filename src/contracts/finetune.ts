/** Fine-tuning a model with LoRA on a training set: what is asked for, and what the training script tells. */
import { z } from "zod";
import recipe from "../../data/lora-recipe.json" with { type: "json" };

export const finetuneOptionsSchema = z.strictObject({
  /** Folder of one training format: chat, repair or completion. */
  data: z.string().min(1),
  /** Base model: a folder, or a name of the Hub. */
  model: z.string().min(1),
  out: z.string().min(1),
  rank: z.int().positive().default(recipe.rank),
  alpha: z.int().positive().default(recipe.alpha),
  dropout: z.number().min(0).max(1).default(recipe.dropout),
  learningRate: z.number().positive().default(recipe.learningRate),
  batchSize: z.int().positive().default(recipe.batchSize),
  gradientAccumulation: z.int().positive().default(recipe.gradientAccumulation),
  epochs: z.number().positive().default(recipe.epochs),
  /** Instead of epochs; null for none. */
  maxSteps: z.int().positive().nullable().default(null),
  maxLength: z.int().positive().default(recipe.maxLength),
  /** Modules that are trained whole beside the adapter, e.g. lm_head. */
  trainModules: z.array(z.string()).default([]),
  saveSteps: z.int().positive().default(50),
  seed: z.int().min(0).default(0),
  /** A Python with torch, transformers, trl and peft; null: an environment is made. */
  python: z.string().nullable().default(null),
  cacheDir: z.string().nullable().default(null),
});
export type FinetuneOptions = z.infer<typeof finetuneOptionsSchema>;

const loss = z.coerce.number();

/** A line of the script. */
export const finetuneEventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("start"),
    examples: z.record(z.string(), z.int()),
    device: z.string(),
    four_bit: z.boolean(),
    trained_parameters: z.int(),
    resumed_from: z.int().nullable(),
  }),
  z.object({
    type: z.literal("step"),
    step: z.int(),
    steps: z.int(),
    loss: loss.optional(),
    eval_loss: loss.optional(),
    learning_rate: z.number().optional(),
    epoch: z.number().optional(),
  }),
  z.object({ type: z.literal("checkpoint"), step: z.int() }),
  z.object({ type: z.literal("interrupted"), step: z.int() }),
  z.object({ type: z.literal("end"), step: z.int(), first_loss: loss, last_loss: loss }),
]);
export type FinetuneEvent = z.infer<typeof finetuneEventSchema>;

/** `finetune.json` beside the adapter. */
export const finetuneSummarySchema = z.strictObject({
  toolkitVersion: z.string(),
  options: finetuneOptionsSchema,
  /** SHA-256 of train.jsonl. */
  dataHash: z.string(),
  steps: z.int(),
  firstLoss: z.number(),
  lastLoss: z.number(),
  adapter: z.string(),
});
export type FinetuneSummary = z.infer<typeof finetuneSummarySchema>;

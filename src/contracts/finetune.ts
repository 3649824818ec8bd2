/** Fine-tuning a model with LoRA on a training set: what is asked for, what the training script tells, what comes out. */
import { z } from "zod";
import recipe from "../../data/lora-recipe.json" with { type: "json" };
import { configSchema } from "./config.ts";
import { evaluateOptionsSchema } from "./evaluate-options.ts";
import { comparisonSchema, successRatesSchema } from "./score.ts";

/** Training formats that are trained on; the others are of another kind, or another layout of the same. */
export const finetuneFormats = ["chat", "sharegpt", "repair", "completion"] as const;
export type FinetuneFormat = (typeof finetuneFormats)[number];

/** Which of a training export's tasks are asked. "all": also those that were trained on. */
export const evaluationSplits = ["test", "validation", "train", "all"] as const;
export type EvaluationSplit = (typeof evaluationSplits)[number];

/** The evaluation before and after. */
export const finetuneEvaluationSchema = evaluateOptionsSchema
  .pick({
    dataset: true,
    format: true,
    tier: true,
    tasks: true,
    style: true,
    samplesPerTask: true,
    passK: true,
    requirements: true,
    checkReferences: true,
    stubs: true,
    cpuSeconds: true,
  })
  .extend({
    split: z.enum(evaluationSplits).default("test"),
    temperature: z.number().min(0).max(2).default(0.6),
    maxTokens: z.int().positive().default(2_048).describe("most tokens of an answer"),
    answersAtOnce: z.int().min(1).max(1_024).default(8).describe("answers that the model makes at one time"),
  });
export type FinetuneEvaluation = z.infer<typeof finetuneEvaluationSchema>;

export const finetuneOptionsSchema = configSchema
  .pick({
    sandbox: true,
    docker: true,
    network: true,
    environments: true,
    workers: true,
    cacheDir: true,
  })
  .extend({
    /** Folder of one training format. */
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
    /** "auto": in 4 bits on a GPU with bitsandbytes. */
    fourBit: z.enum(["auto", "never"]).default("auto"),
    saveSteps: z.int().positive().default(50),
    seed: z.int().min(0).default(0),
    /** A Python with torch, transformers, trl and peft; with the docker backend one in its base image. Null: an environment is made. */
    python: z.string().nullable().default(null),
    /** What environments are made with. */
    basePython: z.string().min(1).default("python3"),
    /** Null: on this machine all that are there, in a container none. */
    gpus: configSchema.shape.gpus.unwrap().nullable().default(null),
    evaluation: finetuneEvaluationSchema.nullable().default(null),
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

const changeSchema = z.strictObject({
  /** after − before; null where one of them is not defined. */
  difference: z.number().nullable(),
  /** (after − before) / before; null where before is 0 or not defined. */
  relativeIncrease: z.number().nullable(),
});

/** The base model and the same with the adapter, on the same tasks. Rates are shares in [0, 1]. */
export const beforeAfterSchema = z.strictObject({
  dataset: z.string(),
  /** Folder of the evaluation, with every answer and verdict. */
  folder: z.string(),
  /** Which tasks were chosen, and of how many; null where nothing is known of what was trained on. */
  split: z.enum(evaluationSplits).nullable(),
  tasks: z.int(),
  /** "as-trained": in the words of the training set; else a prompt style. */
  asked: z.string(),
  before: successRatesSchema,
  after: successRatesSchema,
  changes: z.strictObject({ srAll: changeSchema, srAny: changeSchema, passFraction: changeSchema }),
  /** Paired by task: interval of the difference of SR@All, and the tasks that flipped. */
  comparison: comparisonSchema,
  ungraded: z.int(),
});
export type BeforeAfter = z.infer<typeof beforeAfterSchema>;

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
  evaluation: beforeAfterSchema.nullable(),
});
export type FinetuneSummary = z.infer<typeof finetuneSummarySchema>;

/** `codergen.yaml`: what a user may set. Strict: an unknown key is an error. */
import { z } from "zod";
import { sourceNameSchema } from "./document.ts";
import { modelRoleSchema } from "./model.ts";
import { limitsSchema } from "./sandbox.ts";

export const sandboxChoices = ["auto", "docker", "bubblewrap", "namespace", "none"] as const;
/** When programs and their assets may use the network. */
export const networkChoices = ["none", "prefetch", "run"] as const;
export const exportFormats = ["parquet", "jsonl", "py"] as const;
export const exportFormatSchema = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** A source and its own options, which the source's schema checks. */
export const sourceConfigSchema = z.looseObject({ source: sourceNameSchema });
export type SourceConfig = z.infer<typeof sourceConfigSchema>;

const modelNameSchema = z.strictObject({
  name: z.string().min(1).describe("model name as the server knows it"),
  baseUrl: z
    .url()
    .optional()
    .describe("address of an OpenAI-compatible server, e.g. http://127.0.0.1:8080/v1"),
  azureApiVersion: z
    .string()
    .optional()
    .describe("Azure's API version; baseUrl is then the resource's endpoint"),
});

export const modelConfigSchema = modelNameSchema.extend({
  roles: z
    .partialRecord(modelRoleSchema, modelNameSchema)
    .default({})
    .describe("other models for single roles; the main one writes"),
  sampling: z
    .strictObject({
      temperature: z.number().min(0).max(2).nullable().default(0.6),
      topP: z.number().min(0).max(1).nullable().default(0.9),
      maxTokens: z.int().positive().default(2_048),
      seed: z.int().nullable().default(null),
    })
    .prefault({})
    .describe("the paper's settings unless told otherwise"),
  maxTokensCeiling: z
    .int()
    .positive()
    .default(8_192)
    .describe("most tokens when a truncated answer is asked again"),
  rounds: z.int().min(0).max(10).default(2).describe("rounds of feedback after the first answer"),
  concurrency: z
    .int()
    .min(1)
    .max(1_024)
    .default(32)
    .describe("most calls at one time; the true number adapts"),
  batch: z
    .boolean()
    .default(false)
    .describe(
      "ask by the Batch API: half the price, answers within a day; a killed run finds its batches again",
    ),
  requestsPerMinute: z.number().positive().nullable().default(null),
  tokensPerMinute: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("prompt and completion tokens together, as providers count them"),
  timeoutSeconds: z.number().positive().default(120).describe("longest time of one call"),
  budgetUsd: z.number().positive().nullable().default(null).describe("hard limit in US dollars"),
  prices: z
    .record(z.string(), z.strictObject({ input: z.number(), cachedInput: z.number(), output: z.number() }))
    .default({})
    .describe("US dollars a million tokens, for models the table does not know"),
  record: z.string().optional().describe("folder to keep every complete answer in"),
  replay: z.string().optional().describe("folder of a recording; no server is asked"),
  prompts: z.string().optional().describe("folder of prompts to use instead of the toolkit's own"),
});
export type ModelConfig = z.infer<typeof modelConfigSchema>;

export const configSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "letters, digits, dot, dash and underscore only")
    .optional()
    .describe("name of the run and of the dataset"),
  out: z.string().min(1).optional().describe("folder of the run; default runs/<name>"),
  sources: z
    .array(
      sourceConfigSchema,
      "name one with --source (and --package for pydoc), or write codergen.yaml with `codergen init`",
    )
    .min(1, "name at least one")
    .describe("where documents come from"),
  generator: z
    .string()
    .optional()
    .describe("how a document becomes tasks; default extract, with a model piecewise"),
  model: modelConfigSchema.optional().describe("the language model of generators that need one"),
  repair: z
    .string()
    .optional()
    .describe("agent that repairs programs of tasks that fail their cases: codergen, react, self-edit"),
  sandbox: z.enum(sandboxChoices).default("auto").describe("isolation backend"),
  docker: z
    .strictObject({
      baseImage: z
        .string()
        .min(1)
        .optional()
        .describe("image with Python to build on; default python:3.11-slim"),
    })
    .prefault({})
    .describe("the docker backend"),
  gpus: z
    .string()
    .regex(/^(none|all|\d+(,\d+)*)$/, 'give "all", "none" or ids such as 0,1')
    .default("none")
    .describe("GPUs for tasks that need one; the others run without"),
  gpuShares: z.int().min(1).max(64).default(1).describe("tasks on one GPU at a time"),
  network: z
    .enum(networkChoices)
    .default("none")
    .describe("none; prefetch: models and data are fetched before, runs are offline; run: programs have it"),
  environments: z
    .strictObject({
      allow: z
        .array(z.string().min(1))
        .nullable()
        .default(null)
        .describe("the only distributions that tasks may need, e.g. [numpy, scikit-learn]; null: any"),
      constraints: z
        .array(z.string().trim().min(1))
        .default([])
        .describe("versions of packages that get in, also as dependencies, e.g. [scikit-learn==1.2.2]"),
      quotaGb: z.number().positive().nullable().default(null).describe("most disk for environments"),
      extraIndex: z
        .url()
        .nullable()
        .default(null)
        .describe("further package index, such as one with builds of torch for the CPU"),
    })
    .prefault({}),
  workers: z.int().min(1).max(256).default(2).describe("programs run at one time"),
  python: z.string().min(1).default("python3").describe("base interpreter"),
  cacheDir: z.string().min(1).optional().describe("where environments and wheels are cached"),
  verify: z
    .strictObject({
      reruns: z.int().min(0).max(20).default(2).describe("extra runs with other hash seeds"),
      stubs: z.boolean().default(true).describe("run every case against stubs of the function"),
      limits: limitsSchema.prefault({}).describe("limits of one case"),
    })
    .prefault({}),
  export: z
    .strictObject({
      formats: z
        .array(exportFormatSchema)
        .min(1)
        .default([...exportFormats])
        .describe("files to write"),
    })
    .prefault({}),
});
/** A checked configuration, defaults filled in. */
export type Config = z.infer<typeof configSchema>;
/** A configuration as it is written, before defaults. */
export type ConfigInput = z.input<typeof configSchema>;

/** What a user may set for an evaluation. Strict: an unknown key is an error. */
import { z } from "zod";
import { configSchema } from "./config.ts";
import { benchmarkFormatSchema } from "./evaluation-task.ts";
import { promptStyleSchema } from "./evaluation.ts";

const wholeAboveZero = z.int().positive();

/** `1`, `[1, 5]` and `"1,5"` are all accepted. */
const passKSchema = z.preprocess((value) => {
  if (typeof value === "number") return [value];
  return typeof value === "string" ? value.split(",").map((part) => Number(part.trim())) : value;
}, z.array(wholeAboveZero).min(1));

export const evaluateOptionsSchema = configSchema
  .pick({
    out: true,
    model: true,
    sandbox: true,
    docker: true,
    gpus: true,
    gpuShares: true,
    network: true,
    environments: true,
    workers: true,
    python: true,
    cacheDir: true,
  })
  .extend({
    dataset: z.string().min(1).describe("run folder, exported dataset, task file, or a benchmark's file"),
    format: benchmarkFormatSchema.optional().describe("the dataset's format; default: told by its fields"),
    tier: z.enum(["any", "all", "verified"]).optional().describe("tasks of at least this tier; default all"),
    tasks: wholeAboveZero.optional().describe("only the first tasks"),
    samples: z.string().min(1).optional().describe("file of samples: task_id, and solution or completion"),
    label: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "letters, digits, dot, dash and underscore only")
      .optional()
      .describe("name of the entry; default: of the model or the file"),
    style: promptStyleSchema.default("chat").describe("how a task is put to a model"),
    samplesPerTask: wholeAboveZero.default(1).describe("answers asked for, a task"),
    passK: passKSchema.optional().describe("k of pass@k and pass^k"),
    agents: z.array(z.string()).default([]).describe("repair agents that work on failing samples"),
    rounds: z.int().min(0).max(10).default(3).describe("rounds an agent has"),
    requirements: z.array(z.string()).default([]).describe("distributions that every task needs too"),
    checkReferences: z.boolean().default(true).describe("leave out tasks whose own solution fails here"),
    stubs: z.boolean().default(true).describe("find out which cases a stub of the function passes"),
    cpuSeconds: z.number().positive().default(5).describe("least CPU seconds of a case"),
  });
export type EvaluateOptions = z.infer<typeof evaluateOptionsSchema>;
export type EvaluateInput = z.input<typeof evaluateOptionsSchema>;

/** `codergen.yaml`: what a user may set. Strict: an unknown key is an error. */
import { z } from "zod";
import { sourceNameSchema } from "./document.ts";
import { limitsSchema } from "./sandbox.ts";

export const sandboxChoices = ["auto", "bubblewrap", "namespace", "none"] as const;
export const exportFormats = ["parquet", "jsonl", "py"] as const;
export const exportFormatSchema = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** A source and its own options, which the source's schema checks. */
export const sourceConfigSchema = z.looseObject({ source: sourceNameSchema });
export type SourceConfig = z.infer<typeof sourceConfigSchema>;

export const configSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "letters, digits, dot, dash and underscore only")
    .optional()
    .describe("name of the run and of the dataset"),
  out: z.string().min(1).optional().describe("folder of the run; default runs/<name>"),
  sources: z.array(sourceConfigSchema).min(1).describe("where documents come from"),
  generator: z.string().default("extract").describe("how a document becomes tasks"),
  sandbox: z.enum(sandboxChoices).default("auto").describe("isolation backend"),
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

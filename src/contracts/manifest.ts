/** The run's manifest: everything needed to repeat it. It holds no times, so equal runs have equal manifests. */
import { z } from "zod";
import { jsonValueSchema } from "./json.ts";

export const stageNames = ["scrape", "generate", "verify"] as const;
export const stageNameSchema = z.enum(stageNames);
export type StageName = z.infer<typeof stageNameSchema>;

export const manifestSchema = z.strictObject({
  schemaVersion: z.literal(1),
  toolkitVersion: z.string(),
  name: z.string(),
  /** Arguments each stage was started with; a stage started again with others is a conflict. */
  stages: z.partialRecord(stageNameSchema, z.record(z.string(), jsonValueSchema)),
});
export type Manifest = z.infer<typeof manifestSchema>;

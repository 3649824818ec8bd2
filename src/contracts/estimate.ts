/** What a run with a model will take, before it starts: intervals, since nobody knows what a model will answer. */
import { z } from "zod";

const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });
export type Interval = z.infer<typeof intervalSchema>;

export const estimateLineSchema = z.strictObject({
  model: z.string(),
  calls: intervalSchema,
  promptTokens: intervalSchema,
  completionTokens: intervalSchema,
  /** US dollars; null when the model's price is unknown. */
  costUsd: intervalSchema.nullable(),
});
export type EstimateLine = z.infer<typeof estimateLineSchema>;

export const estimateSchema = z.strictObject({
  documents: z.int(),
  generator: z.string(),
  /** One line a model. */
  models: z.array(estimateLineSchema),
  /** US dollars of all models; null when the price of one is unknown. */
  costUsd: intervalSchema.nullable(),
});
export type Estimate = z.infer<typeof estimateSchema>;

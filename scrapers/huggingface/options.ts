/** Options of the source `huggingface`. */
import { z } from "zod";

export const huggingfaceOptions = z.strictObject({
  from: z.string().optional().describe("folder of model cards (.md); without it the Hub is asked"),
  hubUrl: z.url().default("https://huggingface.co").describe("address of the Hub or of a mirror"),
  token: z.string().optional().describe("access token (starts with hf_)"),
  id: z.array(z.string()).default([]).describe("repositories to read, instead of a search"),
  task: z.string().optional().describe("pipeline tag, e.g. image-classification"),
  library: z.string().optional().describe("library, e.g. transformers"),
  author: z.string().optional().describe("user or organisation, exactly as the Hub spells it"),
  licence: z.string().optional().describe("licence tag, e.g. apache-2.0"),
  tag: z.array(z.string()).default([]).describe("further tags that must all be there"),
  search: z.string().optional().describe("words in the repository's name"),
  minDownloads: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(0)
    .describe("fewest downloads in the last 30 days"),
  limit: z.coerce.number().int().positive().default(1_000).describe("most repositories to read"),
  concurrency: z.coerce.number().int().min(1).max(16).default(4).describe("cards fetched at once"),
});

export type HuggingfaceOptions = z.infer<typeof huggingfaceOptions>;

/** Options of the source `docs`. */
import { z } from "zod";

export const docsOptions = z.strictObject({
  from: z.string().optional().describe("folder of HTML or Markdown pages"),
  url: z.array(z.url()).default([]).describe("addresses where the crawl starts"),
  include: z
    .array(z.string())
    .default([])
    .describe("only addresses with one of these patterns (* stands for anything); default: below the start"),
  exclude: z.array(z.string()).default([]).describe("no addresses with one of these patterns"),
  depth: z.coerce.number().int().nonnegative().default(3).describe("links to follow from a start"),
  maxPages: z.coerce.number().int().positive().default(500).describe("most pages to fetch"),
  intervalMs: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(1_000)
    .describe("milliseconds between requests; robots.txt may ask for more"),
  sitemap: z.boolean().default(true).describe("take the pages from the site's sitemap when it has one"),
});
export type DocsOptions = z.infer<typeof docsOptions>;

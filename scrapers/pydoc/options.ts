/** What `pydoc` can be told. */
import { z } from "zod";

export const pydocOptions = z.strictObject({
  packages: z
    .array(z.string().trim().min(1))
    .min(1)
    .describe(
      'Distributions ("scikit-learn"), standard-library modules ("statistics"), or "stdlib" for all modules',
    ),
  include: z
    .array(z.string())
    .optional()
    .describe('Dotted paths to take, "*" and "**" allowed, e.g. "sklearn.metrics"'),
  exclude: z.array(z.string()).optional().describe("Dotted paths to leave out"),
  limit: z.coerce.number().int().positive().optional().describe("Most pages to take"),
});
export type PydocOptions = z.infer<typeof pydocOptions>;

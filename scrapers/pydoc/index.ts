/**
 * The `pydoc` source: public callables of importable Python packages with docstrings, signatures and doctests. The
 * packages are imported in the sandbox only.
 */
import { z } from "zod";
import type { Source } from "../../src/contracts/source.ts";
import { listPydoc, type PydocPorts } from "./list.ts";
import { parsePydocPage } from "./parse.ts";

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
  limit: z.int().positive().optional().describe("Most pages to take"),
});
export type PydocOptions = z.infer<typeof pydocOptions>;

export const pydocSummary =
  "Docstrings of installed or installable Python packages, the standard library included";

export function createPydocSource(ports: PydocPorts): Source<PydocOptions> {
  return {
    name: "pydoc",
    summary: pydocSummary,
    options: pydocOptions,
    list: (options, context) => listPydoc(options, context, ports),
    parse: parsePydocPage,
  };
}

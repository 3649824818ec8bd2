/**
 * The `pydoc` source: public callables of importable Python packages with docstrings, signatures and doctests. The
 * packages are imported in the sandbox only.
 */
import type { Source } from "../../src/contracts/source.ts";
import { pydocOptions, type PydocOptions } from "./options.ts";
import { listPydoc, type PydocPorts } from "./list.ts";
import { parsePydocPage } from "./parse.ts";

export { pydocOptions, type PydocOptions } from "./options.ts";

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

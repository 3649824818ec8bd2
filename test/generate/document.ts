import { documentSchema, type Document } from "../../src/contracts/document.ts";
import type { Python } from "../../src/python/index.ts";

export interface Given {
  readonly name: string;
  readonly module?: string;
  readonly kind?: "function" | "class" | "module";
  readonly doctest?: string;
  readonly script?: string;
  readonly parameters?: readonly string[];
  readonly raises?: readonly string[];
}

/** A document with one example. */
export function documentOf(given: Given, python: Python): Document {
  const { name, module = name.slice(0, name.lastIndexOf(".")), kind = "function", doctest, script } = given;
  const steps = doctest === undefined ? null : python.parseDoctest(doctest);
  return documentSchema.parse({
    id: `pydoc:${name}`,
    source: "pydoc",
    url: null,
    revision: "3.11",
    licence: "PSF-2.0",
    contentHash: "0",
    domain: "other",
    name,
    title: null,
    description: "Does something with its input.",
    sections: [],
    examples: [
      {
        language: "python",
        info: "",
        kind: doctest === undefined ? "script" : "doctest",
        code: doctest ?? script ?? "",
        steps,
        parses: true,
        line: 1,
        heading: null,
      },
    ],
    metrics: [],
    requirements: [],
    tags: [],
    api: {
      kind,
      module,
      qualifiedName: name,
      signature: null,
      parameters: (given.parameters ?? []).map((parameter) => ({
        name: parameter,
        kind: "positional-or-keyword",
        annotation: null,
        default: null,
        description: null,
      })),
      returns: null,
      raises: (given.raises ?? []).map((exception) => ({ exception, description: "If the input is bad." })),
    },
    group: null,
    extra: { distribution: null },
    warnings: [],
  });
}

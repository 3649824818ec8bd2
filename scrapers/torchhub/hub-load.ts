/** The first `torch.hub.load("owner/repository", "model")` of a block. */
import type { Api, CodeBlock } from "../../src/contracts/document.ts";
import type { Python } from "../../src/python/index.ts";
import { stringValue } from "../../src/python/string-literal.ts";
import { descendants, field } from "../../src/python/syntax-tree.ts";

export function hubLoadOf(block: CodeBlock, python: Python): Api | null {
  if (!block.code.includes("hub.load")) return null;
  const code = block.steps === null ? block.code : block.steps.map((step) => step.source).join("\n");
  return python.withRoot(code, (root) => {
    for (const call of descendants(root, "call")) {
      if (field(call, "function")?.text !== "torch.hub.load") continue;
      const list = field(call, "arguments");
      const values = (list?.namedChildren ?? [])
        .map((argument) => (argument.type === "keyword_argument" ? field(argument, "value") : argument))
        .map((value) => (value === null ? null : stringValue(value)))
        .filter((value) => value !== null);
      if (list === null || values.length === 0) continue;
      return {
        kind: "model",
        module: "torch.hub",
        qualifiedName: values.slice(0, 2).join("/"),
        signature: list.text,
        parameters: [],
        returns: null,
        raises: [],
      };
    }
    return null;
  });
}

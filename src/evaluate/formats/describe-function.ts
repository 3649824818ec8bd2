/** A function's header and docstring as a request in words, and as the code that a completion goes on from. */
import type { Python } from "../../python/index.ts";

/** "Write a Python function … : <docstring>"; null when there is no such function or it has no docstring. */
export function describeFunction(python: Python, code: string, name: string): string | null {
  const found = python.functions(code).find((definition) => definition.name === name);
  if (found?.docstring === undefined || found.docstring === null) return null;
  const header =
    /^(?:async\s+)?def\s[^]*?:\s*(?:\n|$)/m.exec(found.code)?.[0].trim().replace(/:$/, "") ?? name;
  const signature = header.replace(/^(?:async\s+)?def\s+/, "").replaceAll(/\s*\n\s*/g, " ");
  return `Write a Python function \`${signature}\`.\n\n${dedented(found.docstring)}`;
}

/** `code` up to the end of the function's docstring (or of its header), without what stands before the function. */
export function headerWithDocstring(python: Python, code: string, name: string): string | null {
  return python.withRoot(code, (root) => {
    for (const statement of root.namedChildren) {
      const inner =
        statement.type === "decorated_definition" ? statement.childForFieldName("definition") : statement;
      if (inner?.type !== "function_definition" || inner.childForFieldName("name")?.text !== name) continue;
      const body = inner.childForFieldName("body");
      const first = body?.namedChildren.find((child) => child.type !== "comment");
      const isText = first?.type === "expression_statement" && first.firstNamedChild?.type === "string";
      const end = isText ? first.endIndex : (body?.startIndex ?? inner.endIndex);
      return code.slice(statement.startIndex, end).trimEnd();
    }
    return null;
  });
}

function dedented(text: string): string {
  const lines = text.split("\n");
  const depths = lines.slice(1).flatMap((line) => (line.trim() === "" ? [] : [line.search(/\S/)]));
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return [lines[0]?.trim() ?? "", ...lines.slice(1).map((line) => line.slice(depth))].join("\n").trim();
}

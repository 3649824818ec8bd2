/** Type hints from example values and seen results. */
import type { Python } from "../../python/index.ts";
import type { Node } from "../../python/syntax-tree.ts";
import type { Facts } from "./observe.ts";

/** The hint that all of a parameter's example values fit, "object" when they do not agree. */
export function parameterHint(values: readonly string[], python: Python): string {
  const hints = [...new Set(values.map((value) => hintOfSource(value, python)))];
  const [first = "object", ...rest] = hints;
  if (rest.length === 0) return first;
  const outer = [...new Set(hints.map((hint) => hint.split("[")[0] ?? hint))];
  if (outer.length === 1) return outer[0] ?? "object";
  return outer.every((hint) => hint === "int" || hint === "float") ? "float" : "object";
}

function hintOfSource(value: string, python: Python): string {
  return python.withRoot(value, (root) => {
    const node = root.firstNamedChild?.firstNamedChild;
    return node === null || node === undefined ? "object" : hintOf(node);
  });
}

const SIMPLE: Readonly<Record<string, string>> = {
  integer: "int",
  float: "float",
  concatenated_string: "str",
  true: "bool",
  false: "bool",
  none: "None",
  dictionary: "dict",
  tuple: "tuple",
};

function hintOf(node: Node): string {
  const simple = SIMPLE[node.type];
  if (simple !== undefined) return simple;
  if (node.type === "string") return /^[rR]?[bB]/.test(node.text) ? "bytes" : "str";
  if (node.type === "unary_operator" || node.type === "parenthesized_expression") {
    return node.lastNamedChild === null ? "object" : hintOf(node.lastNamedChild);
  }
  if (node.type !== "list" && node.type !== "set") return "object";
  const items = [...new Set(node.namedChildren.filter((child) => child.type !== "comment").map(hintOf))];
  const only = items.length === 1 && items[0] !== "object" && items[0] !== "None" ? items[0] : undefined;
  const mixed = items.length === 2 && items.includes("int") && items.includes("float") ? "float" : only;
  return mixed === undefined ? node.type : `${node.type}[${mixed}]`;
}

const BUILTINS = new Set([
  "int",
  "float",
  "complex",
  "str",
  "bytes",
  "bool",
  "list",
  "tuple",
  "dict",
  "set",
  "frozenset",
  "bytearray",
]);

/** The result's type where the file can name it, else "object". */
export function resultHint(facts: Facts | null, imports: string): string {
  if (facts === null) return "object";
  if (facts.module === "builtins") return BUILTINS.has(facts.type) ? facts.type : "object";
  const lines = imports.split("\n");
  if (facts.module === "numpy" && lines.includes("import numpy as np")) return `np.${facts.type}`;
  const named = lines.some(
    (line) => line.startsWith(`from ${facts.module} import `) && line.endsWith(` ${facts.type}`),
  );
  return named ? facts.type : "object";
}

/** The result's type in words: "float", "numpy.ndarray of shape (6,) and dtype int32". */
export function describeResult(facts: Facts | null): string {
  if (facts === null) return "object";
  const type =
    facts.module === "builtins" ? facts.type : `${facts.module.split("._")[0] ?? facts.module}.${facts.type}`;
  if (facts.shape === null || facts.shape.length === 0) return type;
  return facts.dtype === null ? type : `${type} of dtype ${facts.dtype}`;
}

/** Other values: literals, what is returned, indices that are one off. */
import { docstringOf } from "../string-literal.ts";
import { field, type Node } from "../syntax-tree.ts";
import { type Edit, type EditsOf, replace } from "./edit.ts";

export const constantEdits: EditsOf = (node) => {
  if (node.type === "integer") return [replace("constant", node, node.text === "0" ? "1" : "0")];
  if (node.type === "float") return [replace("constant", node, `(${node.text} + 1)`)];
  if (node.type === "none") return [replace("constant", node, "0")];
  if (node.type !== "string" || isDocstring(node) || node.parent?.type === "concatenated_string") return [];
  const empty = /^[A-Za-z]*("""|'''|"|')\1$/.test(node.text);
  return [replace("constant", node, empty ? '"x"' : '""')];
};

/** Nothing in the place of what is returned; a number with its sign turned. */
export const returnEdits: EditsOf = (node) => {
  const value = node.type === "return_statement" ? node.firstNamedChild : null;
  if (value === null) return [];
  const edits: Edit[] = value.type === "none" ? [] : [replace("return-value", value, "None")];
  if (SIGNED.has(value.type)) edits.push(replace("return-value", value, `-(${value.text})`));
  return edits;
};

const SIGNED = new Set(["identifier", "integer", "float", "binary_operator", "subscript"]);

/** Numbers, bounds of `range` and of slices, and indices, one more and one less. */
export const offByOneEdits: EditsOf = (node) => {
  if (node.type === "integer" && /^\d+$/.test(node.text)) {
    const value = BigInt(node.text);
    return [value + 1n, value - 1n].map((next) => replace("off-by-one", node, bracketed(next)));
  }
  const isPlace = isRangeBound(node) || node.parent?.type === "slice" || isIndex(node);
  if (!node.isNamed || !isPlace || !PLACES.has(node.type)) return [];
  return [" + 1", " - 1"].map((change) => replace("off-by-one", node, `${node.text}${change}`));
};

const PLACES = new Set(["identifier", "call", "attribute", "subscript", "binary_operator"]);

function bracketed(value: bigint): string {
  return value < 0n ? `(${value})` : String(value);
}

function isRangeBound(node: Node): boolean {
  const list = node.parent;
  const call = list?.type === "argument_list" ? list.parent : null;
  return call !== null && call !== undefined && field(call, "function")?.text === "range";
}

function isIndex(node: Node): boolean {
  const { parent } = node;
  return parent?.type === "subscript" && !(field(parent, "value")?.equals(node) ?? false);
}

function isDocstring(node: Node): boolean {
  const statement = node.parent;
  return statement?.type === "expression_statement" && statement.namedChildCount === 1
    ? statement.parent !== null && docstringOf(statement.parent) !== null
    : false;
}

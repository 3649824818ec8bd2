/** Python code as its tokens: equal for codes that differ in spaces, comments, quotes and outer parentheses alone. */
import type { Node } from "../../python/syntax-tree.ts";
import { stringValue } from "../../python/string-literal.ts";

/** The tokens below a node, joined by single spaces. */
export function normalForm(node: Node): string {
  return tokensOf(unwrapped(node)).join(" ");
}

function tokensOf(node: Node): string[] {
  if (node.type === "comment") return [];
  if (node.type === "string") {
    const value = stringValue(node);
    return [value === null ? node.text : JSON.stringify(value)];
  }
  if (node.type === "parenthesized_expression" && ENCLOSING.has(node.parent?.type ?? ""))
    return tokensOf(unwrapped(node));
  if (node.childCount === 0) return node.text.trim() === "" ? [] : [node.text];
  return node.children.flatMap((child) => (child === null ? [] : tokensOf(child)));
}

/** What keeps its parts apart by itself, so that parentheses around one say nothing. */
const ENCLOSING = new Set(["argument_list", "list", "tuple", "set", "assignment", "keyword_argument"]);

/** What stands inside parentheses that only group. */
export function unwrapped(node: Node): Node {
  const inner = node.type === "parenthesized_expression" ? node.firstNamedChild : null;
  return inner === null || inner.type === "comment" ? node : unwrapped(inner);
}

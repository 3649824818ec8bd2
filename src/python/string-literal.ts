/** The value of a Python string literal. */
import type { Node } from "./syntax-tree.ts";

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  "\\n": "\n",
  "\\t": "\t",
  "\\r": "\r",
  "\\\\": "\\",
  "\\'": "'",
  '\\"': '"',
  "\\a": "\u0007",
  "\\b": "\b",
  "\\f": "\f",
  "\\v": "\v",
  "\\0": "\0",
  "\\\n": "",
};

/** Text of a `string` or `concatenated_string` node; null for f-strings and bytes. */
export function stringValue(node: Node): string | null {
  if (node.type === "concatenated_string") {
    const parts = node.namedChildren.filter((child) => child.type === "string").map(stringValue);
    return parts.every((part) => part !== null) ? parts.join("") : null;
  }
  if (node.type !== "string") return null;
  const prefix = (node.firstChild?.text ?? "").replaceAll(/["']/g, "").toLowerCase();
  if (prefix.includes("f") || prefix.includes("b")) return null;
  const contents = node.namedChildren.filter((child) => child.type === "string_content");
  if (prefix.includes("r")) return contents.map((content) => content.text).join("");
  return contents.map(unescapeContent).join("");
}

function unescapeContent(content: Node): string {
  const { text, startIndex } = content;
  let value = "";
  let position = 0;
  for (const escape of content.namedChildren) {
    if (escape.type !== "escape_sequence") continue;
    value += text.slice(position, escape.startIndex - startIndex) + unescape(escape.text);
    position = escape.endIndex - startIndex;
  }
  return value + text.slice(position);
}

function unescape(sequence: string): string {
  const simple = SIMPLE_ESCAPES[sequence];
  if (simple !== undefined) return simple;
  const digits = sequence.slice(2);
  if ("xuU".includes(sequence[1] ?? "") && digits !== "") return fromCodePoint(Number.parseInt(digits, 16));
  if (/^\\[0-7]+$/.test(sequence)) return fromCodePoint(Number.parseInt(sequence.slice(1), 8));
  return sequence;
}

function fromCodePoint(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\uFFFD";
}

/** The docstring of a module, class or function body, as written between the quotes (not dedented); null without one. */
export function docstringOf(body: Node): string | null {
  const first = body.namedChildren.find((child) => child.type !== "comment");
  if (first?.type !== "expression_statement" || first.namedChildCount !== 1) return null;
  const literal = first.firstNamedChild;
  return literal === null ? null : stringValue(literal);
}

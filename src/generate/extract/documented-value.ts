/** The value that a documented output shows, as source: `array([1., 2.])` → `[1., 2.]`, `np.float64(3.0)` → `3.0`. */
import type { Python } from "../../python/index.ts";
import type { Node } from "../../python/syntax-tree.ts";

const UNWRAPPED = new Set([
  "array",
  "float64",
  "float32",
  "int64",
  "int32",
  "str_",
  "bool_",
  "True_",
  "False_",
  "complex128",
]);
const NAMED: Readonly<Record<string, string>> = {
  nan: 'float("nan")',
  inf: 'float("inf")',
  NaN: 'float("nan")',
};

/** Null when the text is no value of plain numbers, strings and containers. */
export function documentedValue(expected: string, python: Python): string | null {
  const text = expected.replaceAll(/(\d\.\d*)\.\.\./g, "$1").trim();
  if (text === "" || !python.parses(text)) return null;
  return python.withRoot(text, (root) => {
    const statement = root.namedChildCount === 1 ? root.firstNamedChild : null;
    const node =
      statement?.type === "expression_statement" && statement.namedChildCount === 1
        ? statement.firstNamedChild
        : null;
    return node === null ? null : plainText(node);
  });
}

function plainText(node: Node): string | null {
  switch (node.type) {
    case "integer":
    case "float":
    case "string":
    case "concatenated_string":
    case "true":
    case "false":
    case "none":
      return node.text;
    case "unary_operator": {
      const inner = node.lastNamedChild === null ? null : plainText(node.lastNamedChild);
      return inner === null ? null : `-${inner}`;
    }
    case "binary_operator":
      return node.descendantsOfType(["identifier", "call", "string"]).length === 0 ? node.text : null;
    case "identifier":
      return NAMED[node.text] ?? null;
    case "attribute":
      return { True_: "True", False_: "False", nan: 'float("nan")' }[node.lastNamedChild?.text ?? ""] ?? null;
    case "list":
      return joined(node, "[", "]");
    case "tuple":
      return joined(node, "(", node.namedChildCount === 1 ? ",)" : ")");
    case "set":
      return joined(node, "{", "}");
    case "dictionary":
      return joined(node, "{", "}");
    case "parenthesized_expression":
      return node.firstNamedChild === null ? null : plainText(node.firstNamedChild);
    case "pair": {
      const [key, value] = [node.childForFieldName("key"), node.childForFieldName("value")].map((part) =>
        part === null ? null : plainText(part),
      );
      return typeof key === "string" && typeof value === "string" ? `${key}: ${value}` : null;
    }
    case "call":
      return unwrapped(node);
    default:
      return null;
  }
}

function joined(node: Node, open: string, close: string): string | null {
  const items = node.namedChildren.filter((child) => child.type !== "comment").map(plainText);
  return items.every((item) => item !== null) ? `${open}${items.join(", ")}${close}` : null;
}

function unwrapped(node: Node): string | null {
  const leaf = node.childForFieldName("function")?.text.split(".").at(-1) ?? "";
  const [first, ...rest] = node.childForFieldName("arguments")?.namedChildren ?? [];
  const onlyKeywords = rest.every((part) => part.type === "keyword_argument");
  return UNWRAPPED.has(leaf) && first !== undefined && onlyKeywords ? plainText(first) : null;
}

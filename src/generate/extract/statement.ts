/** One statement of an example: what it reads and binds, and the places where its literals stand. */
import type { Node } from "../../python/syntax-tree.ts";
import type { Python } from "../../python/index.ts";

/** A piece of a statement's source; offsets are into `Statement.source`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface CallArgument extends Span {
  /** Name of a keyword argument, else null. */
  readonly keyword: string | null;
  /** Position among the positional arguments; -1 for a keyword argument or a receiver. */
  readonly position: number;
  /** No names and no calls: a literal, or an operation on literals. */
  readonly closed: boolean;
  /** Names that the argument reads. */
  readonly reads: readonly string[];
  /** For `np.array(literal)` and the like: the literal. */
  readonly wrapped: Span | null;
  readonly literalKind: string;
}

export interface Call extends Span {
  /** Dotted name, or the last attribute of something longer ("fit" of `A().fit(x)`). */
  readonly callee: string;
  readonly arguments: readonly CallArgument[];
}

export interface Statement {
  readonly source: string;
  readonly kind: "import" | "assignment" | "expression" | "other";
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Targets of a plain `name = value`, several for `a, b = 1, 2`; the value as written. */
  readonly assigned: readonly { readonly name: string; readonly value: CallArgument }[];
  readonly calls: readonly Call[];
  /** Of `print(a, b)`: its arguments, when there is nothing else to it; of another expression null. */
  readonly printed: readonly Span[] | null;
}

/** Splits source into its top-level statements, comments removed; empty when it does not parse. */
export function statementsOf(source: string, python: Python, wrappers: ReadonlySet<string>): Statement[] {
  const parts = python.withRoot(source, (root) => {
    if (root.hasError) return [];
    return root.namedChildren.filter((node) => node.type !== "comment").map(withoutComments);
  });
  return parts.map((text) => python.withRoot(text, (root) => readStatement(text, root, wrappers)));
}

function withoutComments(node: Node): string {
  let text = node.text;
  for (const comment of node.descendantsOfType("comment").toReversed()) {
    const start = comment.startIndex - node.startIndex;
    text = text.slice(0, start).trimEnd() + text.slice(start + comment.text.length);
  }
  return text;
}

function readStatement(source: string, root: Node, wrappers: ReadonlySet<string>): Statement {
  const node = root.firstNamedChild ?? root;
  const inner = node.type === "expression_statement" ? (node.firstNamedChild ?? node) : node;
  const identifiers = root.descendantsOfType("identifier");
  const written = new Set(identifiers.filter(isBound).map((name) => name.text));
  const simple = inner.type === "assignment" ? plainTargets(inner) : [];
  const isImport = node.type.startsWith("import") || node.type === "future_import_statement";
  return {
    source,
    kind: isImport ? "import" : kindOf(node, inner),
    reads: isImport ? [] : unique(identifiers.filter((name) => isRead(name)).map((name) => name.text)),
    writes: isImport ? importedNames(node) : [...written],
    assigned: simple.map(({ name, value }) => ({ name, value: argumentOf(value, wrappers) })),
    calls: root.descendantsOfType("call").map((call) => readCall(call, wrappers)),
    printed: node.type === "expression_statement" ? printedArguments(inner) : null,
  };
}

function kindOf(node: Node, inner: Node): Statement["kind"] {
  if (node.type !== "expression_statement") return "other";
  if (inner.type === "assignment") return "assignment";
  return inner.type === "augmented_assignment" || node.namedChildCount > 1 ? "other" : "expression";
}

function importedNames(node: Node): string[] {
  return node.childrenForFieldName("name").map((name) => {
    const alias = name.childForFieldName("alias");
    if (alias !== null) return alias.text;
    return node.type === "import_statement" ? (name.text.split(".")[0] ?? name.text) : name.text;
  });
}

/** `name = value` and `a, b = x, y` with plain names; nothing for subscripts, attributes, stars and unpacking. */
function plainTargets(assignment: Node): { name: string; value: Node }[] {
  const left = assignment.childForFieldName("left");
  const right = assignment.childForFieldName("right");
  if (left === null || right === null) return [];
  if (left.type === "identifier")
    return right.type === "assignment" ? [] : [{ name: left.text, value: right }];
  const names = left.namedChildren;
  const values = right.namedChildren;
  const pairs =
    left.type === "pattern_list" && right.type === "expression_list" && names.length === values.length;
  if (!pairs || names.some((name) => name.type !== "identifier")) return [];
  return names.flatMap((name, index) => {
    const value = values[index];
    return value === undefined ? [] : [{ name: name.text, value }];
  });
}

const BINDING_FIELDS: Readonly<Record<string, readonly string[]>> = {
  assignment: ["left"],
  augmented_assignment: ["left"],
  for_statement: ["left"],
  named_expression: ["name"],
  function_definition: ["name"],
  class_definition: ["name"],
  as_pattern: ["alias"],
  delete_statement: [],
};

/** True for a name that the statement binds or changes in place (`x[0] = 1` changes x). */
function isBound(name: Node): boolean {
  for (let node: Node = name; node.parent !== null; node = node.parent) {
    const parent = node.parent;
    if (parent.type === "subscript" && parent.childForFieldName("subscript")?.id === node.id) return false;
    if (parent.type === "attribute" && parent.childForFieldName("attribute")?.id === node.id) return false;
    const fields = BINDING_FIELDS[parent.type];
    if (fields?.some((field) => parent.childForFieldName(field)?.id === node.id)) return true;
    if (parent.type === "as_pattern_target" || parent.type === "delete_statement") return true;
    if (parent.type === "call" || parent.type === "block") return false;
  }
  return false;
}

function isRead(name: Node): boolean {
  const parent = name.parent;
  if (parent === null) return true;
  if (parent.type === "attribute") return parent.childForFieldName("attribute")?.id !== name.id;
  if (parent.type === "keyword_argument") return parent.childForFieldName("name")?.id !== name.id;
  if (parent.type === "assignment") return parent.childForFieldName("left")?.id !== name.id;
  return (
    parent.type !== "pattern_list" &&
    parent.type !== "function_definition" &&
    parent.type !== "class_definition"
  );
}

function printedArguments(inner: Node): Span[] | null {
  if (inner.type !== "call" || inner.childForFieldName("function")?.text !== "print") return null;
  const parts = inner.childForFieldName("arguments")?.namedChildren ?? [];
  const plain = parts.every((part) => part.type !== "keyword_argument" && part.type !== "list_splat");
  return plain && parts.length > 0 ? parts.map(spanOf) : null;
}

function readCall(call: Node, wrappers: ReadonlySet<string>): Call {
  const target = call.childForFieldName("function");
  const dotted = target === null ? "" : target.text;
  const callee = /^[\w.]+$/.test(dotted) ? dotted : (target?.childForFieldName("attribute")?.text ?? "");
  const receiver = target?.type === "attribute" ? target.childForFieldName("object") : null;
  const found: CallArgument[] = [];
  if (receiver !== null && receiver !== undefined && isClosed(receiver))
    found.push(argumentOf(receiver, wrappers));
  let position = 0;
  for (const part of call.childForFieldName("arguments")?.namedChildren ?? []) {
    const value = part.type === "keyword_argument" ? part.childForFieldName("value") : part;
    if (value === null || part.type.endsWith("_splat") || part.type === "comment") continue;
    const keyword = part.type === "keyword_argument" ? (part.childForFieldName("name")?.text ?? null) : null;
    found.push({ ...argumentOf(value, wrappers), keyword, position: keyword === null ? position : -1 });
    if (keyword === null) position += 1;
  }
  return { ...spanOf(call), callee, arguments: found };
}

function argumentOf(value: Node, wrappers: ReadonlySet<string>): CallArgument {
  const reads = value.type === "identifier" ? [value] : value.descendantsOfType("identifier");
  return {
    ...spanOf(value),
    keyword: null,
    position: -1,
    closed: isClosed(value),
    reads: unique(reads.filter(isRead).map((name) => name.text)),
    wrapped: wrappedLiteral(value, wrappers),
    literalKind: value.type,
  };
}

function wrappedLiteral(value: Node, wrappers: ReadonlySet<string>): Span | null {
  if (value.type !== "call") return null;
  const leaf = value.childForFieldName("function")?.text.split(".").at(-1) ?? "";
  const [first, ...rest] = value.childForFieldName("arguments")?.namedChildren ?? [];
  if (first === undefined || !wrappers.has(leaf) || !isClosed(first) || first.type === "keyword_argument")
    return null;
  return rest.every((part) => part.type === "keyword_argument" || isClosed(part)) ? spanOf(first) : null;
}

const OPEN_NODES = [
  "identifier",
  "call",
  "attribute",
  "interpolation",
  "lambda",
  "await",
  "yield",
  "ellipsis",
];

/** True for a literal or an operation on literals: nothing in it has to be looked up. */
export function isClosed(node: Node): boolean {
  return !OPEN_NODES.includes(node.type) && node.descendantsOfType(OPEN_NODES).length === 0;
}

function spanOf(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex, text: node.text };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

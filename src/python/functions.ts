/** Functions and classes at the top of a file. */
import { docstringOf } from "./string-literal.ts";
import { descendants, field, statementsOf, type Node } from "./syntax-tree.ts";

export interface PythonParameter {
  readonly name: string;
  readonly kind:
    | "positional-only"
    | "positional-or-keyword"
    | "var-positional"
    | "keyword-only"
    | "var-keyword";
  readonly annotation: string | null;
  readonly default: string | null;
}

export interface PythonDefinition {
  readonly kind: "function" | "class";
  readonly name: string;
  /** Lines from 1, decorators included. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly code: string;
  readonly docstring: string | null;
  /** Without the `@`. */
  readonly decorators: readonly string[];
  /** Empty for a class. */
  readonly parameters: readonly PythonParameter[];
  readonly returnAnnotation: string | null;
  /** Dotted names of what is called inside, in order, without repeats. */
  readonly calls: readonly string[];
}

/** Definitions that stand at the top level of the file. */
export function definitions(root: Node): PythonDefinition[] {
  return statementsOf(root).flatMap((statement) => {
    const inner = statement.type === "decorated_definition" ? field(statement, "definition") : statement;
    if (inner?.type !== "function_definition" && inner?.type !== "class_definition") return [];
    return [definition(statement, inner)];
  });
}

function definition(whole: Node, inner: Node): PythonDefinition {
  const body = field(inner, "body");
  const parameters = field(inner, "parameters");
  return {
    kind: inner.type === "class_definition" ? "class" : "function",
    name: field(inner, "name")?.text ?? "",
    firstLine: whole.startPosition.row + 1,
    lastLine: whole.endPosition.row + 1,
    code: whole.text,
    docstring: body === null ? null : docstringOf(body),
    decorators: whole.namedChildren
      .filter((child) => child.type === "decorator")
      .map((decorator) => decorator.text.slice(1).trim()),
    parameters: parameters === null ? [] : parametersOf(parameters),
    returnAnnotation: field(inner, "return_type")?.text ?? null,
    calls: callNames(inner),
  };
}

/** Dotted names of everything that is called below a node, in order, without repeats. */
export function callNames(node: Node): string[] {
  const called = descendants(node, "call").flatMap((call) => {
    const target = field(call, "function");
    return target !== null && isDotted(target) ? [target.text] : [];
  });
  return [...new Set(called)];
}

function isDotted(node: Node): boolean {
  if (node.type === "identifier") return true;
  const object = node.type === "attribute" ? field(node, "object") : null;
  return object !== null && isDotted(object);
}

function parametersOf(parameters: Node): PythonParameter[] {
  const found: PythonParameter[] = [];
  let kind: PythonParameter["kind"] = "positional-or-keyword";
  for (const node of parameters.namedChildren) {
    if (node.type === "positional_separator") {
      for (const [index, earlier] of found.entries()) found[index] = { ...earlier, kind: "positional-only" };
    } else if (node.type === "keyword_separator") {
      kind = "keyword-only";
    } else if (node.type !== "comment") {
      const parameter = parameterOf(node, kind);
      found.push(parameter);
      if (parameter.kind === "var-positional") kind = "keyword-only";
    }
  }
  return found;
}

function parameterOf(node: Node, kind: PythonParameter["kind"]): PythonParameter {
  const target =
    field(node, "name") ?? (node.type === "typed_parameter" ? node.firstNamedChild : node) ?? node;
  const splat = SPLATS[target.type];
  return {
    name: splat === undefined ? target.text : (target.firstNamedChild?.text ?? target.text),
    kind: splat ?? kind,
    annotation: field(node, "type")?.text ?? null,
    default: field(node, "value")?.text ?? null,
  };
}

const SPLATS: Readonly<Record<string, PythonParameter["kind"]>> = {
  list_splat_pattern: "var-positional",
  dictionary_splat_pattern: "var-keyword",
};

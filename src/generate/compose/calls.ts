/** The calls of a function in its tests, with values that stand by themselves. */
import type { Python, PythonParameter } from "../../python/index.ts";

export interface Argument {
  readonly parameter: string;
  /** An expression without names of the test's own. */
  readonly value: string;
}

/** Arguments in the order of the call. */
export type Call = readonly Argument[];

export interface Calls {
  readonly returning: readonly Call[];
  /** Calls inside of `try` or a `with` that expects an exception. */
  readonly raising: readonly Call[];
}

type Node = Parameters<Parameters<Python["withRoot"]>[1]>[0];

const MAX_VALUE_CHARS = 2_000;

/** Equal calls are told once. */
export function callsIn(
  tests: string,
  name: string,
  parameters: readonly PythonParameter[],
  python: Python,
): Calls {
  return python.withRoot(tests, (root) => {
    const found = root.descendantsOfType("call").flatMap((node) => {
      if (node.childForFieldName("function")?.text !== name) return [];
      const call = callOf(node, parameters);
      return call === null ? [] : [{ call, raises: isExpectedToRaise(node) }];
    });
    const of = (raises: boolean): Call[] =>
      unique(found.filter((one) => one.raises === raises).map(({ call }) => call));
    return { returning: of(false), raising: of(true) };
  });
}

function callOf(node: Node, parameters: readonly PythonParameter[]): Call | null {
  const given = node.childForFieldName("arguments")?.namedChildren ?? [];
  const call: Argument[] = [];
  for (const [place, argument] of given.filter(({ type }) => type !== "comment").entries()) {
    const keyword = argument.type === "keyword_argument";
    const named = keyword ? argument.childForFieldName("name")?.text : parameters[place]?.name;
    const parameter = parameters.find(({ name }) => name === named);
    const value = plainValue(keyword ? argument.childForFieldName("value") : argument);
    if (parameter === undefined || value === null || parameter.kind.startsWith("var-")) return null;
    if (parameter.kind === "keyword-only" || call.some((one) => one.parameter === parameter.name))
      return null;
    call.push({ parameter: parameter.name, value });
  }
  const order = parameters.map(({ name }) => name);
  // values are passed by place, so nothing may be left out before the last one
  const inOrder = call.toSorted((a, b) => order.indexOf(a.parameter) - order.indexOf(b.parameter));
  return call.length > 0 && inOrder.every(({ parameter }, place) => order[place] === parameter)
    ? inOrder
    : null;
}

/** The expression itself, or what a variable of the test was last given; null when it leans on more than that. */
function plainValue(node: Node | null): string | null {
  if (node === null || node.text.length > MAX_VALUE_CHARS) return null;
  if (node.type !== "identifier") return isPlain(node) ? node.text : null;
  const assigned = assignmentsBefore(node).at(-1);
  return assigned !== undefined && assigned.text.length <= MAX_VALUE_CHARS && isPlain(assigned)
    ? assigned.text
    : null;
}

function isPlain(node: Node): boolean {
  return (
    node.type !== "list_splat" &&
    node.type !== "dictionary_splat" &&
    node.descendantsOfType(["identifier", "call", "lambda"]).length === 0
  );
}

/** Values that were given to the variable earlier in its function. */
function assignmentsBefore(node: Node): Node[] {
  let scope: Node | null = node.parent;
  while (scope !== null && scope.type !== "function_definition") scope = scope.parent;
  return (scope?.descendantsOfType("assignment") ?? [])
    .filter((one) => one.endIndex <= node.startIndex && one.childForFieldName("left")?.text === node.text)
    .flatMap((one) => one.childForFieldName("right") ?? []);
}

function isExpectedToRaise(node: Node): boolean {
  for (let around = node.parent; around !== null; around = around.parent)
    if (around.type === "try_statement" || around.type === "with_statement") return true;
  return false;
}

function unique(calls: readonly Call[]): Call[] {
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}

/**
 * Splits one test function into its cases, where no case needs what another one made: at "Testing case [i/n]" prints,
 * at try blocks, or after each group of assertions. What stands before the first case is repeated in each.
 */
import type { Python } from "../../python/index.ts";
import type { Node } from "../../python/syntax-tree.ts";

export interface Split {
  readonly by: "case-prints" | "try-blocks" | "assertions";
  /** Source of each case, at the indentation of the body's own lines. */
  readonly cases: readonly string[];
}

interface BodyStatement {
  readonly text: string;
  readonly type: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly isCasePrint: boolean;
  readonly isPrint: boolean;
  readonly callsFunction: boolean;
  readonly asserts: boolean;
  /** Has a `return` somewhere in it. */
  readonly returns: boolean;
}

const MAX_CASES = 12;

/** Null when the function cannot be split without changing what it tests. */
export function splitTest(code: string, functionName: string, python: Python): Split | null {
  const body = readBody(code, functionName, python);
  const core = withoutFrame(body);
  if (core.some(({ returns }) => returns)) return null;
  const ways: [Split["by"], BodyStatement[][]][] = [
    ["case-prints", startingAt(core, ({ isCasePrint }) => isCasePrint)],
    ["try-blocks", startingAt(core, ({ type, callsFunction }) => type === "try_statement" && callsFunction)],
    ["assertions", endingAfterAsserts(core)],
  ];
  for (const [by, [setup = [], ...groups]] of ways) {
    const fits =
      groups.length > 1 && groups.length <= MAX_CASES && groups.every(tests) && independent(setup, groups);
    if (!fits) continue;
    const cases = groups.map((group) => [...setup, ...group].map(({ text }) => text).join("\n"));
    return { by, cases };
  }
  return null;
}

function tests(group: readonly BodyStatement[]): boolean {
  return (
    group.some(({ callsFunction }) => callsFunction) &&
    group.some(({ asserts, type }) => asserts || type === "try_statement")
  );
}

/** No group reads or changes what an earlier group bound, unless it binds it anew first. */
function independent(
  setup: readonly BodyStatement[],
  groups: readonly (readonly BodyStatement[])[],
): boolean {
  const shared = new Set(setup.flatMap(({ writes }) => writes));
  const earlier = new Set<string>();
  for (const group of groups) {
    const own = new Set<string>();
    for (const { reads, writes } of group) {
      if (reads.some((name) => earlier.has(name) && !own.has(name))) return false;
      for (const name of writes) own.add(name);
    }
    for (const name of own) earlier.add(name);
    if ([...own].some((name) => shared.has(name))) return false;
  }
  return true;
}

/** Without the docstring, the prints around the cases and the closing `return "…"`. */
function withoutFrame(body: readonly BodyStatement[]): BodyStatement[] {
  const start = body.findIndex(
    ({ type, isPrint, isCasePrint }) => type !== "string" && (!isPrint || isCasePrint),
  );
  const end = body.findLastIndex(({ isPrint, type }) => !isPrint && type !== "return_statement");
  return start < 0 ? [] : body.slice(start, end + 1);
}

function startingAt(
  body: readonly BodyStatement[],
  starts: (statement: BodyStatement) => boolean,
): BodyStatement[][] {
  const groups: BodyStatement[][] = [[]];
  for (const statement of body) {
    if (starts(statement)) groups.push([]);
    groups.at(-1)?.push(statement);
  }
  return groups;
}

function endingAfterAsserts(body: readonly BodyStatement[]): BodyStatement[][] {
  const first = body.findIndex(({ callsFunction }) => callsFunction);
  if (first < 0 || body.slice(0, first).some(({ asserts }) => asserts)) return [];
  const groups: BodyStatement[][] = [body.slice(0, first), []];
  for (const [index, statement] of body.slice(first).entries()) {
    const previous = body[first + index - 1];
    const opens = index > 0 && previous?.asserts === true && !statement.asserts && !statement.isPrint;
    if (opens || (statement.asserts && statement.callsFunction && index > 0)) groups.push([]);
    groups.at(-1)?.push(statement);
  }
  return groups;
}

function readBody(code: string, functionName: string, python: Python): BodyStatement[] {
  return python.withRoot(code, (root) => {
    const definition = root.descendantsOfType("function_definition")[0];
    const body = definition?.childForFieldName("body");
    const children = body?.namedChildren ?? [];
    return children.map((node, index) => readStatement(node, children[index - 1], code, functionName));
  });
}

/** The text goes from the line's start, so that all lines keep their indentation. */
function readStatement(
  node: Node,
  previous: Node | undefined,
  code: string,
  functionName: string,
): BodyStatement {
  const sameLine = previous !== undefined && previous.endPosition.row === node.startPosition.row;
  const lineStart = sameLine ? node.startIndex : code.lastIndexOf("\n", node.startIndex) + 1;
  const indentation = " ".repeat(node.startPosition.column);
  const text = sameLine ? indentation + node.text : code.slice(lineStart, node.endIndex);
  const inner = node.type === "expression_statement" ? node.firstNamedChild : node;
  const identifiers = node.descendantsOfType("identifier");
  const isPrint = inner?.type === "call" && inner.childForFieldName("function")?.text === "print";
  return {
    text,
    type: inner?.type === "string" ? "string" : node.type,
    reads: identifiers.filter((name) => !isTarget(name)).map((name) => name.text),
    writes: identifiers.filter(isTarget).map((name) => name.text),
    isPrint: isPrint || node.type === "comment",
    isCasePrint:
      isPrint && /\[\s*\d+\s*\/\s*\d+\s*\]/.test(node.text) && /start|testing|case/i.test(node.text),
    callsFunction: node
      .descendantsOfType("call")
      .some((call) => call.childForFieldName("function")?.text.split(".")[0] === functionName),
    asserts: node.type === "assert_statement",
    returns: node.type === "return_statement" || node.descendantsOfType("return_statement").length > 0,
  };
}

function isTarget(name: Node): boolean {
  const parent = name.parent;
  if (parent?.type === "assignment") return parent.childForFieldName("left")?.id === name.id;
  if (parent?.type === "as_pattern_target" || parent?.type === "aliased_import") return true;
  if (parent?.type === "pattern_list" || parent?.type === "tuple_pattern") return true;
  return parent?.type === "for_statement" && parent.childForFieldName("left")?.id === name.id;
}

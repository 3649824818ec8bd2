/** Test smells: asserts that cannot fail, exceptions that are swallowed, sleeping. */
import type { Node } from "../../python/syntax-tree.ts";
import type { GateInput, GateProblem } from "./index.ts";

export function checkSmells({ python, tests }: GateInput): GateProblem[] {
  return python.withRoot(tests.code, (root) => {
    const at = (node: Node, code: string, message: string): GateProblem => ({
      code,
      message,
      line: tests.firstLine + node.startPosition.row,
    });
    const asserts = root.descendantsOfType("assert_statement");
    const conditions = asserts.flatMap((node) => node.firstNamedChild ?? []);
    return [
      ...conditions
        .filter(alwaysTrue)
        .map((node) => at(node, "always-true", `"${node.text}" cannot be false.`)),
      ...repeated(conditions).map((node) =>
        at(node, "duplicate-assert", `"${node.text}" is asserted twice.`),
      ),
      ...root
        .descendantsOfType("except_clause")
        .filter(swallows)
        .map((node) => at(node, "swallowed-exception", "An exception is caught and nothing is checked.")),
      ...root
        .descendantsOfType("call")
        .filter((node) => ["time.sleep", "sleep"].includes(node.childForFieldName("function")?.text ?? ""))
        .map((node) => at(node, "sleep", "The test sleeps.")),
    ];
  });
}

function alwaysTrue(condition: Node): boolean {
  switch (condition.type) {
    case "true":
    case "tuple":
      return true;
    case "integer":
      return Number(condition.text) !== 0;
    case "string":
      return condition.namedChildren.some((child) => child.type === "string_content");
    case "parenthesized_expression":
      return condition.firstNamedChild !== null && alwaysTrue(condition.firstNamedChild);
    case "boolean_operator":
      return (
        condition.children.some((child) => child.type === "or") && condition.namedChildren.some(alwaysTrue)
      );
    case "comparison_operator": {
      const [left, right, ...more] = condition.namedChildren;
      const equal = condition.children.some((child) => child.type === "==" || child.type === "is");
      return equal && more.length === 0 && left?.text === right?.text && isPlain(left);
    }
    case "call":
      return condition.text.startsWith("isinstance(") && condition.text.endsWith(", object)");
    default:
      return false;
  }
}

/** Without a call, whose two results may differ. */
function isPlain(node: Node | undefined): boolean {
  return node !== undefined && node.type !== "call" && node.descendantsOfType("call").length === 0;
}

/** The same condition twice in one block, nothing between that could change it. */
function repeated(conditions: readonly Node[]): Node[] {
  return conditions.filter((node) => {
    const previous = node.parent?.previousNamedSibling;
    return previous?.type === "assert_statement" && previous.firstNamedChild?.text === node.text;
  });
}

const SILENT_STATEMENTS = new Set([
  "pass_statement",
  "continue_statement",
  "break_statement",
  "return_statement",
]);

/** A handler that neither asserts, raises nor keeps anything for a later assertion. */
function swallows(handler: Node): boolean {
  const body = handler.namedChildren.find((child) => child.type === "block");
  const statements = body?.namedChildren.filter((child) => child.type !== "comment") ?? [];
  return statements.every((statement) => SILENT_STATEMENTS.has(statement.type) || isPrintOnly(statement));
}

function isPrintOnly(statement: Node): boolean {
  if (statement.type !== "expression_statement") return false;
  const only = statement.firstNamedChild;
  if (only?.type === "ellipsis" || only?.type === "string") return true;
  return (
    only?.type === "call" &&
    ["print", "logging.info"].includes(only.childForFieldName("function")?.text ?? "")
  );
}

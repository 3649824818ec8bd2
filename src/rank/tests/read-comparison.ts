/** An asserted condition as call, operator and expected value. */
import type { Claim } from "../../contracts/ranking.ts";
import { field, type Node } from "../../python/syntax-tree.ts";
import { normalForm, unwrapped } from "./normal-form.ts";

type Operator = Claim["operator"];

const OPERATORS: ReadonlySet<string> = new Set([
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "is",
  "is not",
  "in",
  "not in",
]);
/** The operator that says the same with the sides changed. */
const MIRRORED: Readonly<Record<string, Operator>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  is: "is",
  "is not": "is not",
};

export interface ReadComparison extends Omit<Claim, "setup"> {
  /** Equal for conditions that say the same. */
  readonly normal: string;
}

/**
 * @param depends Whether an expression depends on the function under test.
 * @returns null for a condition that is not one comparison, such as a chain.
 */
export function readComparison(condition: Node, depends: (node: Node) => boolean): ReadComparison | null {
  const node = unwrapped(condition);
  if (node.type === "not_operator") {
    const argument = field(node, "argument");
    return argument === null ? null : unary("not", unwrapped(argument));
  }
  if (node.type === "boolean_operator") return null;
  if (node.type !== "comparison_operator") return unary("truth", node);
  const [left, right, ...more] = node.namedChildren.filter(({ type }) => !NO_OPERAND.has(type));
  const operator = operatorBetween(node);
  if (left === undefined || right === undefined || more.length > 0 || operator === null) return null;
  const mirrored = MIRRORED[operator];
  if (!depends(left) && depends(right) && mirrored !== undefined) return binary(right, mirrored, left);
  return binary(left, operator, right);
}

function unary(operator: Operator, call: Node): ReadComparison {
  return { call: call.text, operator, expected: "", normal: `${operator} ${normalForm(call)}` };
}

function binary(call: Node, operator: Operator, expected: Node): ReadComparison {
  const normal = `${normalForm(call)} ${operator} ${normalForm(expected)}`;
  return { call: bare(call), operator, expected: bare(expected), normal };
}

const NO_OPERAND = new Set(["comment", "not in", "is not"]);

function operatorBetween(node: Node): Operator | null {
  const [operator, ...more] = node.childrenForFieldName("operators");
  const text = operator?.text.replaceAll(/\s+/g, " ") ?? "";
  return more.length === 0 && OPERATORS.has(text) ? (text as Operator) : null;
}

/** Without outer parentheses, but with those that keep a line break or a comma inside. */
function bare(node: Node): string {
  const inner = unwrapped(node);
  return inner.text.includes("\n") ? node.text : inner.text;
}

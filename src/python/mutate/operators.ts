/** Other operators: comparisons, arithmetic, `and`, `or`, `not`, True and False. */
import table from "../../../data/mutations.json" with { type: "json" };
import { field, type Node } from "../syntax-tree.ts";
import { type Edit, type EditsOf, type MutationOperator, replace } from "./edit.ts";

type Replacements = Readonly<Record<string, readonly string[]>>;

export const comparisonEdits: EditsOf = (node) =>
  node.type === "comparison_operator"
    ? operatorsIn(node).flatMap((operator) => others("comparison", operator, table.comparison))
    : [];

export const arithmeticEdits: EditsOf = (node) => {
  const operator = field(node, "operator");
  if (operator === null) return [];
  if (node.type === "augmented_assignment") return others("arithmetic", operator, table.augmented);
  if (node.type !== "binary_operator" || isText(field(node, "left"))) return [];
  return others("arithmetic", operator, table.arithmetic);
};

export const booleanEdits: EditsOf = (node) => {
  if (node.type === "true") return [replace("boolean", node, "False")];
  if (node.type === "false") return [replace("boolean", node, "True")];
  if (node.type === "not_operator") {
    const argument = field(node, "argument");
    return argument === null ? [] : [replace("boolean", node, `(${argument.text})`)];
  }
  if (node.type !== "boolean_operator") return [];
  const operator = field(node, "operator");
  return operator === null ? [] : [replace("boolean", operator, operator.text === "and" ? "or" : "and")];
};

function others(operator: MutationOperator, node: Node, replacements: Replacements): Edit[] {
  const written = node.text.replaceAll(/\s+/g, " ");
  return (replacements[written] ?? []).map((text) => replace(operator, node, text));
}

function operatorsIn(comparison: Node): Node[] {
  return comparison.childrenForFieldName("operators").filter((child) => child !== null);
}

/** `%` and `+` on a text literal format or join it; another operator there only raises. */
function isText(node: Node | null): boolean {
  return node !== null && (node.type === "string" || node.type === "concatenated_string");
}

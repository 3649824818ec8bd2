/** Other structure: arguments in another order, calls left out, conditions turned round. */
import { field, type Node, statementsOf } from "../syntax-tree.ts";
import { type Edit, type EditsOf, replace } from "./edit.ts";

/** Neighbouring positional arguments change places. */
export const argumentOrderEdits: EditsOf = (node) => {
  if (node.type !== "argument_list") return [];
  const given = statementsOf(node).filter(({ type }) => !NOT_POSITIONAL.has(type));
  return given.slice(1).flatMap((second, index): Edit[] => {
    const first = given[index];
    if (first === undefined || first.text === second.text) return [];
    const between = node.text.slice(first.endIndex - node.startIndex, second.startIndex - node.startIndex);
    const text = `${second.text}${between}${first.text}`;
    return [{ operator: "argument-order", start: first.startIndex, end: second.endIndex, text }];
  });
};

const NOT_POSITIONAL = new Set(["keyword_argument", "list_splat", "dictionary_splat"]);

/** A call that stands alone does nothing; `f(x)` becomes `x`, `x.strip()` becomes `x`. */
export const removedCallEdits: EditsOf = (node) => {
  if (node.type !== "call") return [];
  if (node.parent?.type === "expression_statement" && node.parent.namedChildCount === 1)
    return [replace("removed-call", node, "pass")];
  const target = field(node, "function");
  const list = field(node, "arguments");
  if (target === null || list?.type !== "argument_list") return [];
  const given = statementsOf(list);
  if (target.type === "attribute" && given.length === 0) {
    const object = field(target, "object");
    return object === null ? [] : [replace("removed-call", node, object.text)];
  }
  const [only] = given;
  if (given.length !== 1 || only === undefined || NOT_POSITIONAL.has(only.type)) return [];
  return [replace("removed-call", node, `(${only.text})`)];
};

export const negatedConditionEdits: EditsOf = (node) => {
  const condition = conditionOf(node);
  return condition === null ? [] : [replace("negated-condition", condition, `not (${condition.text})`)];
};

function conditionOf(node: Node): Node | null {
  if (node.type === "if_clause") return node.firstNamedChild;
  return CONDITIONAL.has(node.type) ? field(node, "condition") : null;
}

const CONDITIONAL = new Set(["if_statement", "elif_clause", "while_statement"]);

/** `a if c else b` becomes `b if c else a`; one branch of an `if` takes the other's place. */
export const swappedBranchesEdits: EditsOf = (node) => {
  if (node.type === "conditional_expression") {
    const [first, condition, last] = statementsOf(node);
    if (first === undefined || condition === undefined || last === undefined) return [];
    return [replace("swapped-branches", node, `${last.text} if ${condition.text} else ${first.text}`)];
  }
  if (node.type !== "if_statement") return [];
  const body = field(node, "consequence");
  const other = node.lastNamedChild;
  const otherBody = other?.type === "else_clause" ? field(other, "body") : null;
  if (body === null || otherBody === null || body.text === otherBody.text) return [];
  return [
    replace("swapped-branches", body, otherBody.text),
    replace("swapped-branches", otherBody, body.text),
  ];
};

/** One change of a program's text. */
import type { Node } from "../syntax-tree.ts";

export const mutationOperators = [
  "comparison",
  "arithmetic",
  "boolean",
  "constant",
  "return-value",
  "argument-order",
  "removed-call",
  "negated-condition",
  "swapped-branches",
  "off-by-one",
] as const;
export type MutationOperator = (typeof mutationOperators)[number];

/** `text` in the place of what stands from `start` up to `end`. */
export interface Edit {
  readonly operator: MutationOperator;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The changes that one node gives; none for a node of another kind. */
export type EditsOf = (node: Node) => Edit[];

/** `text` in the place of `node`. */
export function replace(operator: MutationOperator, node: Node, text: string): Edit {
  return { operator, start: node.startIndex, end: node.endIndex, text };
}

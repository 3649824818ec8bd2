/**
 * Mutants: the program with one small change each, as a test that is worth something notices it. Changes are exact
 * edits of the text, so that everything else stays as it was written. What cannot be parsed is left out, and of two
 * mutants with one text the first counts. The order is that of the text, and of the operators at one place.
 */
import { type Edit, type EditsOf, type MutationOperator } from "./mutate/edit.ts";
import { arithmeticEdits, booleanEdits, comparisonEdits } from "./mutate/operators.ts";
import {
  argumentOrderEdits,
  negatedConditionEdits,
  removedCallEdits,
  swappedBranchesEdits,
} from "./mutate/structure.ts";
import { constantEdits, offByOneEdits, returnEdits } from "./mutate/values.ts";
import { field, type Node } from "./syntax-tree.ts";

export { type MutationOperator, mutationOperators } from "./mutate/edit.ts";

export interface Mutant {
  readonly operator: MutationOperator;
  /** Line of the change, from 1. */
  readonly line: number;
  /** What stood there, and what stands there now. */
  readonly before: string;
  readonly after: string;
  /** The whole program. */
  readonly code: string;
}

export interface MutantOptions {
  /** Only inside this function or class; left out: inside every function. */
  readonly within?: string;
  /** Only these operators; left out: all. */
  readonly operators?: readonly MutationOperator[];
}

/** What is needed of `Python`. */
interface Reader {
  parses(code: string): boolean;
  withRoot<Result>(code: string, read: (root: Node) => Result): Result;
}

/** Every mutant of a program; none for a program that cannot be parsed. */
export function mutantsOf(python: Reader, code: string, options: MutantOptions = {}): Mutant[] {
  if (!python.parses(code)) return [];
  const wanted = options.operators;
  const edits = python
    .withRoot(code, (root) => editsBelow(root, options.within))
    .filter(({ operator }) => wanted === undefined || wanted.includes(operator));
  const seen = new Set([code]);
  return edits.flatMap((edit) => {
    const mutated = code.slice(0, edit.start) + edit.text + code.slice(edit.end);
    if (seen.has(mutated) || !python.parses(mutated)) return [];
    seen.add(mutated);
    return [mutantOf(code, edit, mutated)];
  });
}

function mutantOf(code: string, { operator, start, end, text }: Edit, mutated: string): Mutant {
  const line = code.slice(0, start).split("\n").length;
  return { operator, line, before: code.slice(start, end), after: text, code: mutated };
}

const MUTATIONS: readonly EditsOf[] = [
  comparisonEdits,
  arithmeticEdits,
  booleanEdits,
  constantEdits,
  returnEdits,
  argumentOrderEdits,
  removedCallEdits,
  negatedConditionEdits,
  swappedBranchesEdits,
  offByOneEdits,
];

/** Annotations do nothing, and decorators and imports are no part of what a function computes. */
const LEFT_ALONE = new Set(["type", "decorator", "import_statement", "import_from_statement"]);

function editsBelow(root: Node, within: string | undefined): Edit[] {
  const edits: Edit[] = [];
  const visit = (node: Node, inside: boolean): void => {
    if (LEFT_ALONE.has(node.type)) return;
    if (inside) for (const editsOf of MUTATIONS) edits.push(...editsOf(node));
    const enters = within === undefined ? node.type === "function_definition" : isNamed(node, within);
    for (const child of node.namedChildren) visit(child, inside || enters);
  };
  visit(root, false);
  return edits.toSorted((a, b) => a.start - b.start);
}

function isNamed(node: Node, name: string): boolean {
  const defines = node.type === "function_definition" || node.type === "class_definition";
  return defines && field(node, "name")?.text === name;
}

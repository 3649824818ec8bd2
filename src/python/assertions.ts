/** Assertions of a file. */
import { descendants, type Node } from "./syntax-tree.ts";

export interface PythonAssertion {
  /** From 1. */
  readonly line: number;
  /** The asserted expression as written, without the message. */
  readonly condition: string;
}

/** Every `assert` statement, nested ones included, in file order. */
export function assertions(root: Node): PythonAssertion[] {
  return descendants(root, "assert_statement").map((statement) => ({
    line: statement.startPosition.row + 1,
    condition: statement.firstNamedChild?.text ?? "",
  }));
}

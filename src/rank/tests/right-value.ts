/** A test with another expected value: TiCoder's corrected and rewritten tests, with values as literals. */
import type { RankingTest } from "../../contracts/ranking.ts";
import { ToolkitError } from "../../errors.ts";
import type { Python } from "../../python/index.ts";
import { type Node, statementsOf } from "../../python/syntax-tree.ts";
import { unwrapped } from "./normal-form.ts";
import { writeTest } from "./write-test.ts";

const IDENTITY = new Set(["None", "True", "False"]);

/** What comes before the test function in a test's code. */
export function headOf({ code, name }: RankingTest): string {
  const start = code.indexOf(`def ${name}(`);
  return start <= 0 ? "" : code.slice(0, start).trimEnd();
}

/** Whether a test says that something is one value; only then another value can take its place. */
export function hasValue({ comparison }: RankingTest): boolean {
  return comparison !== null && !UNWRITABLE.has(comparison.operator);
}

/** Membership has no single right value. */
const UNWRITABLE: ReadonlySet<string> = new Set(["in", "not in"]);

/**
 * The test with `literal` as its expected value: by identity for None, True and False where it compared identities,
 * else by equality. `assert f(x)` and `assert not f(x)` become the one that holds for the value.
 * @returns null for a test that is not one comparison with a value.
 */
export function withValue(test: RankingTest, literal: string): RankingTest | null {
  const { comparison } = test;
  if (comparison === null || !hasValue(test)) return null;
  const wasIdentity = comparison.operator === "is" || comparison.operator === "is not";
  const operator = wasIdentity && IDENTITY.has(literal) ? "is" : "==";
  const truth = literal === "True" ? "truth" : literal === "False" ? "not" : null;
  const isTruth = comparison.operator === "truth" || comparison.operator === "not";
  const changed =
    isTruth && truth !== null
      ? ({ ...comparison, operator: truth, expected: "" } as const)
      : ({ ...comparison, operator, expected: literal } as const);
  return writeTest(test.name, changed, headOf(test));
}

/** Nodes of an expression that is a value as it stands. */
const LITERAL_NODES = new Set([
  "string",
  "string_start",
  "string_content",
  "string_end",
  "escape_sequence",
  "concatenated_string",
  "integer",
  "float",
  "true",
  "false",
  "none",
  "list",
  "tuple",
  "set",
  "dictionary",
  "pair",
  "unary_operator",
  "binary_operator",
  "parenthesized_expression",
]);

/**
 * A value that a person typed, checked: literals and containers of them, and `set()`.
 * @throws ToolkitError `input-invalid`.
 */
export function checkLiteral(python: Python, typed: string): string {
  const text = typed.trim();
  if (text === "set()" || text === "frozenset()") return text;
  const isLiteral =
    text !== "" &&
    !text.includes("\n") &&
    python.parses(`(${text})`) &&
    python.withRoot(text, (root) => {
      const [statement, ...more] = statementsOf(root);
      const isExpression = statement?.type === "expression_statement" && more.length === 0;
      return isExpression && descendantTypes(statement).every((type) => LITERAL_NODES.has(type));
    });
  if (isLiteral) return text;
  throw new ToolkitError("input-invalid", `not a value: ${text === "" ? "nothing was typed" : text}`, {
    hint: 'Give a Python literal, such as 3, -0.5, "text", [1, 2], {"a": 1}, (1, 2), None or True.',
  });
}

function descendantTypes(statement: Node): string[] {
  const visit = (node: Node): string[] => [node.type, ...node.namedChildren.flatMap(visit)];
  return statement.namedChildren.flatMap((node) => visit(unwrapped(node)));
}

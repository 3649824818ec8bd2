/**
 * Tests as a model or a person wrote them, read once into setup, call, operator and expected value. Text that cannot
 * be parsed loses its last line and is tried again; what asserts nothing about the function is no test.
 */
import type { RankingTest } from "../../contracts/ranking.ts";
import type { Python } from "../../python/index.ts";
import { descendants, field, type Node, statementsOf } from "../../python/syntax-tree.ts";
import { readComparison } from "./read-comparison.ts";
import { normalForm } from "./normal-form.ts";
import { indent, testId, writeTest } from "./write-test.ts";

/**
 * Which assertions of a test with several become tests: each one that is about the function, the first of these, or
 * all together as they were written, whatever they are about.
 */
export type AssertChoice = "split" | "first" | "together";

export interface ReadTest extends RankingTest {
  /** Equal for tests that say the same. */
  readonly normal: string;
}

/**
 * The tests in a text, in their order; none when nothing in it can be used.
 * @param functionName The function under test.
 * @param choice "split": one test an assertion; "first": the first one alone; "together": as it was written.
 */
export function readTests(
  python: Python,
  text: string,
  functionName: string,
  choice: AssertChoice = "split",
): ReadTest[] {
  const code = parsable(python, text.replaceAll(/\r\n?/g, "\n").trimEnd());
  if (code === null) return [];
  return python.withRoot(code, (root) => {
    const parts = partsOf(root);
    if (parts === null) return [];
    const name = `test_${functionName}`;
    const found = readBody(parts, functionName, choice === "together");
    return (choice === "first" ? found.slice(0, 1) : found).map((read) => asTest(name, read, parts.head));
  });
}

/** Each test once: of those that say the same the first. */
export function distinctTests<Test extends ReadTest>(tests: readonly Test[]): Test[] {
  const seen = new Set<string>();
  return tests.filter(({ normal }) => !seen.has(normal) && seen.add(normal));
}

/** The code, or the code without its last line when that is what cannot be parsed. */
function parsable(python: Python, code: string): string | null {
  if (python.parses(code)) return code;
  const shorter = code.slice(0, Math.max(0, code.lastIndexOf("\n")));
  return shorter.trim() !== "" && python.parses(shorter) ? shorter : null;
}

interface Parts {
  /** Imports, helpers and constants before the test. */
  readonly head: string;
  readonly body: readonly Node[];
}

/** The test function's statements, or the statements at the top when there is no function. */
function partsOf(root: Node): Parts | null {
  const statements = statementsOf(root);
  const test = statements.find(
    (node) => node.type === "function_definition" && /^(test|check)/.test(field(node, "name")?.text ?? ""),
  );
  if (test === undefined) return { head: "", body: statements };
  const body = field(test, "body");
  const head = statements.filter((node) => node.id !== test.id && !isCall(node));
  return body && { head: head.map((node) => node.text).join("\n"), body: statementsOf(body) };
}

/** A call of the test at the end of the text. */
function isCall(node: Node): boolean {
  return node.type === "expression_statement" && node.firstNamedChild?.type === "call";
}

interface Read {
  readonly setup: readonly Node[];
  /** Null: all statements as they are. */
  readonly condition: Node | null;
  readonly depends: (node: Node) => boolean;
}

function readBody({ head, body }: Parts, functionName: string, together: boolean): Read[] {
  const asserts = body.flatMap((node) => (node.type === "assert_statement" ? conditionsOf(node) : []));
  const nested = body.some(
    (node) => node.type !== "assert_statement" && descendants(node, "assert_statement").length > 0,
  );
  const setup = body.filter(({ type }) => type !== "assert_statement" && type !== "pass_statement");
  const depends = dependence(setup, functionName);
  const alone = ({ condition, start }: (typeof asserts)[number]): Read => ({
    setup: setup.filter(({ startIndex }) => startIndex < start),
    condition,
    depends,
  });
  const related = asserts.filter(({ condition }) => depends(condition));
  if (together && !nested && related.length === 1 && asserts.length === 1) return related.map(alone);
  if (nested || together) {
    const mentioned = [head, ...body.map(({ text }) => text)].some((text) => mentions(text, functionName));
    const hasAssert = nested || asserts.length > 0;
    return hasAssert && (mentioned || together) ? [{ setup: body, condition: null, depends }] : [];
  }
  return related.map(alone);
}

/** What an assertion claims; both sides of an `and` on their own. */
function conditionsOf(assertion: Node): { readonly condition: Node; readonly start: number }[] {
  const claimed = assertion.firstNamedChild;
  const both = (node: Node): Node[] => {
    const isAnd = node.type === "boolean_operator" && field(node, "operator")?.text === "and";
    const [left, right] = isAnd ? [field(node, "left"), field(node, "right")] : [null, null];
    return left && right ? [...both(left), ...both(right)] : [node];
  };
  return claimed === null
    ? []
    : both(claimed).map((condition) => ({ condition, start: assertion.startIndex }));
}

/** Whether an expression calls the function, or reads a name that was set from what does. */
function dependence(setup: readonly Node[], functionName: string): (node: Node) => boolean {
  const names = new Set([functionName]);
  const depends = (node: Node): boolean =>
    (node.type === "identifier" && names.has(node.text)) ||
    descendants(node, "identifier").some(({ text }) => names.has(text));
  for (const statement of setup) {
    const assignment = statement.type === "expression_statement" ? statement.firstNamedChild : statement;
    const target = assignment?.type === "assignment" ? field(assignment, "left") : null;
    if (target && assignment && depends(assignment))
      for (const { text } of [target, ...descendants(target, "identifier")]) names.add(text);
  }
  return depends;
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}

function asTest(name: string, { setup, condition, depends }: Read, head: string): ReadTest {
  const lines = setup.map(dedented).join("\n");
  const comparison = condition && readComparison(condition, depends);
  if (condition === null || comparison === null) {
    const claim = condition === null ? "" : `assert ${condition.text}`;
    const body = [lines, claim].filter((part) => part !== "").join("\n");
    const code = `${head === "" ? "" : `${head}\n\n\n`}def ${name}():\n${indent(body)}\n`;
    const normal = [head, ...setup.map(normalForm), condition ? normalForm(condition) : ""].join("\n");
    return { id: testId(code), code, name, comparison: null, normal };
  }
  const { normal, ...parts } = comparison;
  const test = writeTest(name, { setup: lines, ...parts }, head);
  return { ...test, normal: [head, ...setup.map(normalForm), normal].join("\n") };
}

/** A statement as if it stood at the beginning of a line. */
function dedented(statement: Node): string {
  const [first = "", ...rest] = statement.text.split("\n");
  const column = statement.startPosition.column;
  const lines = rest.map((line) => (line.slice(0, column).trim() === "" ? line.slice(column) : line));
  return [first, ...lines].join("\n");
}

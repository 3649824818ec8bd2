/** The test and call sections as cases. */
import type { CaseKind, TaskCase } from "../../contracts/task.ts";
import type { Python, PythonDefinition } from "../../python/index.ts";
import { splitTest } from "./split-cases.ts";

export interface ReadTests {
  readonly setup: string;
  readonly cases: readonly TaskCase[];
  /** "bare", "print", "main-guard", "try", "other" or "none". */
  readonly called: string;
  /** How a single test was split; "one-case" when it was not. */
  readonly splitBy: string;
}

/** Null when the sections hold nothing to call. */
export function readTests(
  test: string,
  call: string,
  functionName: string,
  python: Python,
): ReadTests | null {
  const found = python.functions(test).filter(({ name }) => name.startsWith("test") || name.endsWith("test"));
  const tests = found.length > 0 ? found : python.functions(test).slice(-1);
  const { rest, calls } = topLevel(test, tests, python);
  const called = calledHow(`${calls}\n${call}`, tests, python);
  if (tests.length === 0) return looseTest({ code: test, call, functionName, called });
  const [only] = tests;
  const needsArguments = tests.some(({ parameters }) =>
    parameters.some((parameter) => parameter.default === null),
  );
  const split =
    tests.length === 1 && only !== undefined && !needsArguments
      ? splitTest(only.code, functionName, python)
      : null;
  if (split !== null) {
    const cases = split.cases.map((body, index) => {
      const kind = kindOf(index, split.cases.length, body);
      return imported(
        `test_${functionName}_${index + 1}`,
        kind,
        `def test_${functionName}_${index + 1}():\n${body}`,
      );
    });
    return { setup: rest, cases, called, splitBy: split.by };
  }
  if (needsArguments) {
    const wrapped = wrap(`test_${functionName}_1`, `${calls}\n${call}`.trim());
    return wrapped === null ? null : { setup: test, cases: [wrapped], called, splitBy: "one-case" };
  }
  const cases = tests.map((one, index) => caseOf(one, kindOf(index, tests.length, one.code)));
  const setup = [rest, ...tests.filter(({ name }) => !name.startsWith("test_")).map(({ code }) => code)];
  return {
    setup: setup.filter((part) => part.trim() !== "").join("\n\n\n"),
    cases,
    called,
    splitBy: "one-case",
  };
}

/** A test under a name that pytest does not find is called by one that it does. */
function caseOf(test: PythonDefinition, kind: CaseKind): TaskCase {
  if (test.name.startsWith("test_")) return imported(test.name, kind, test.code);
  return imported(`test_${test.name}`, kind, `def test_${test.name}():\n    ${test.name}()`);
}

/** Asserts at module level, or a class: the whole section in one function. */
function looseTest(input: {
  code: string;
  call: string;
  functionName: string;
  called: string;
}): ReadTests | null {
  const text = `${input.code}\n${input.call}`.trim();
  if (!text.includes("assert")) return null;
  const wrapped = wrap(`test_${input.functionName}_1`, text);
  return wrapped === null ? null : { setup: "", cases: [wrapped], called: input.called, splitBy: "one-case" };
}

function wrap(name: string, code: string): TaskCase | null {
  if (code === "" || code.includes('"""') || code.includes("'''")) return null;
  const body = code
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`))
    .join("\n");
  return imported(name, "correctness", `def ${name}():\n${body}`);
}

function imported(name: string, kind: CaseKind, code: string): TaskCase {
  return { kind, name, code, origin: "imported" };
}

const ERROR_WORDS = /\bexcept\b|raises|invalid|nonexist|error/i;

/** The protocol's order is normal, error, value; with another number of cases the words decide. */
function kindOf(index: number, count: number, code: string): CaseKind {
  const kinds: CaseKind[] = ["normal", "edge", "correctness"];
  if (count === 3) return kinds[index] ?? "normal";
  if (count > 1 && ERROR_WORDS.test(code)) return "edge";
  return index === 0 && count > 1 ? "normal" : "correctness";
}

/** What stands beside the tests: code that they need, and the statements that call them. */
function topLevel(
  code: string,
  tests: readonly PythonDefinition[],
  python: Python,
): { rest: string; calls: string } {
  const names = new Set(tests.map(({ name }) => name));
  const parts = python.withRoot(code, (root) =>
    root.namedChildren.map((node) => ({
      text: node.text,
      isTest: tests.some(({ firstLine }) => firstLine === node.startPosition.row + 1),
      isComment: node.type === "comment",
      isCall:
        !node.type.endsWith("definition") &&
        node.descendantsOfType("identifier").some((name) => names.has(name.text)),
    })),
  );
  const kept = parts.filter(({ isTest, isCall, isComment }) => !isTest && !isCall && !isComment);
  const calls = parts.filter(({ isTest, isCall }) => !isTest && isCall);
  return { rest: kept.map(({ text }) => text).join("\n"), calls: calls.map(({ text }) => text).join("\n") };
}

function calledHow(code: string, tests: readonly PythonDefinition[], python: Python): string {
  const names = new Set(tests.map(({ name }) => name));
  return python.withRoot(code, (root) => {
    const statement = root.namedChildren.find((node) =>
      node.descendantsOfType("identifier").some((name) => names.has(name.text)),
    );
    if (statement === undefined) return "none";
    if (statement.type === "if_statement") return "main-guard";
    if (statement.type === "try_statement") return "try";
    const target = statement.firstNamedChild?.childForFieldName("function")?.text ?? "";
    if (target === "print") return "print";
    return names.has(target) ? "bare" : "other";
  });
}

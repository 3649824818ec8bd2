/** The tests in a file of tests, each with what the file has besides tests. */
import { type Python } from "../../python/index.ts";
import { field, statementsOf } from "../../python/syntax-tree.ts";

/** One text a test function; for a file without one its assertions. */
export function testTextsOf(python: Python, code: string): string[] {
  if (!python.parses(code)) return [code];
  return python.withRoot(code, (root) => {
    const statements = statementsOf(root);
    const isTest = (node: (typeof statements)[number]): boolean =>
      node.type === "function_definition" && (field(node, "name")?.text.startsWith("test") ?? false);
    const tests = statements.filter(isTest);
    if (tests.length === 0) return [code];
    const head = statements.filter((node) => !isTest(node)).map(({ text }) => text);
    return tests.map((test) => [...head, test.text].join("\n\n\n"));
  });
}

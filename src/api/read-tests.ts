/** A file of tests as cases: test functions and methods of test classes. */
import type { VerifyJob } from "../contracts/sandbox.ts";
import { ToolkitError } from "../errors.ts";
import type { Python, PythonDefinition } from "../python/index.ts";

export interface ReadTests {
  /** The file's text; imports of the program are taken out line by line, since tests and program share names. */
  readonly tests: string;
  readonly cases: VerifyJob["cases"];
}

/**
 * @param module The program's module name, as the tests import it.
 * @throws ToolkitError `input-invalid` when the file is no Python or has no tests.
 */
export function readTests(text: string, file: string, module: string, python: Python): ReadTests {
  const [problem] = python.syntaxErrors(text);
  if (problem !== undefined) throw broken(file, `line ${problem.line}: ${problem.message}`);
  const names = python.definitions(text).flatMap((found) => testNames(found, python));
  if (names.length === 0) throw broken(file, "it has no test functions");
  const cases = names.map((name) => ({ kind: "correctness" as const, name }));
  return { tests: withoutImportsOf(module, text, python), cases };
}

function broken(file: string, problem: string): ToolkitError {
  return new ToolkitError("input-invalid", `${file} cannot be used as tests: ${problem}`, {
    hint: "Tests are functions test_…() or methods test_…() of classes, with assertions.",
  });
}

function testNames({ kind, name, code }: PythonDefinition, python: Python): string[] {
  if (kind === "function") return name.startsWith("test") ? [name] : [];
  return python.withRoot(code, (root) =>
    root
      .descendantsOfType("function_definition")
      .map((method) => method.childForFieldName("name")?.text ?? "")
      .filter((method) => method.startsWith("test"))
      .map((method) => `${name}.${method}`),
  );
}

/** `from solution import f as g` becomes `g = f`, the lines stay where they are. */
function withoutImportsOf(module: string, text: string, python: Python): string {
  const lines = text.split("\n");
  python.withRoot(text, (root) => {
    for (const node of root.descendantsOfType(["import_statement", "import_from_statement"])) {
      const [first, last] = [node.startPosition.row, node.endPosition.row];
      const replaced = replacement(node.text.replaceAll(/[()\\\n]/g, " "), module);
      if (replaced === null) continue;
      const indent = /^\s*/.exec(lines[first] ?? "")?.[0] ?? "";
      for (let row = first; row <= last; row++) lines[row] = row === first ? `${indent}${replaced}` : "";
    }
  });
  return lines.join("\n");
}

/** What stands for an import of the program; null for another import. */
function replacement(statement: string, module: string): string | null {
  const [, from, list] = /^from\s+(\S+)\s+import\s+(.*)$/.exec(statement) ?? [];
  if (from !== undefined && list !== undefined) {
    if (from.replace(/^\.+/, "").split(".").at(-1) !== module) return null;
    const aliases = [...list.matchAll(/(\w+)\s+as\s+(\w+)/g)].map(([, name, alias]) => `${alias} = ${name}`);
    return aliases.length === 0 ? "pass" : aliases.join("; ");
  }
  const [, name, alias] = /^import\s+([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(statement) ?? [];
  if (name?.split(".").at(-1) !== module) return null;
  return `${alias ?? module} = __import__("sys").modules[__name__]`;
}

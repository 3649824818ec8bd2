import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadPython, type Python } from "../../src/python/index.ts";

let python: Python;
beforeAll(async () => {
  python = await loadPython();
});

describe("validity", () => {
  test.each([
    ["x = 1\n", true],
    ["", true],
    ["def f(a, /, b, *, c):\n    return a\n", true],
    ["match x:\n    case [1, *_]:\n        pass\n", true],
    ["x = (\n", false],
    ["print 'a'\n", false],
    ["def f(:\n    pass\n", false],
    ["  x = 1\ny = 2\n", false],
    ["return 1\n", false],
    ["break\n", false],
    ["!pip install x\n", false],
    ["def f(a, a):\n    pass\n", false],
  ])("%j parses: %s", (code, valid) => {
    expect(python.parses(code)).toBe(valid);
    expect(python.syntaxErrors(code).length === 0).toBe(valid);
  });

  test("deep nesting and long code are refused, and the parser works afterwards", () => {
    expect(python.parses("(".repeat(100_000))).toBe(false);
    expect(python.parses("[".repeat(50_000) + "]".repeat(50_000))).toBe(false);
    expect(python.parses("-".repeat(20_000) + "1")).toBeTypeOf("boolean");
    expect(python.parses("x = 1\n")).toBe(true);
  });

  test("no text makes it throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(python.parses(text)).toBeTypeOf("boolean");
        expect(python.importedModules(text)).toBeInstanceOf(Array);
        expect(python.definitions(text)).toBeInstanceOf(Array);
      }),
    );
  });
});

test("imports are dotted names as written", () => {
  const code =
    "import a.b as c, d\nfrom . import x\nfrom e.f import (g, h as i)\nfrom __future__ import annotations\ndef f():\n    import j\n    import d\n";
  expect(python.importedModules(code)).toEqual(["a.b", "d", "e.f", "j"]);
});

test("definitions tell parameters, docstring, decorators and calls", () => {
  const code = [
    "@cache",
    "def f(a, /, b: int = 3, *args, c='x', **rest) -> list[int]:",
    '    """Adds\\t\\x41.',
    "",
    "    More.",
    '    """',
    "    return sorted(np.add(a, b).tolist())",
    "class C:",
    "    r'''Raw \\n.'''",
  ].join("\n");
  const [f, c] = python.definitions(code);
  expect(f).toMatchObject({
    kind: "function",
    name: "f",
    firstLine: 1,
    lastLine: 7,
    docstring: "Adds\tA.\n\n    More.\n    ",
    decorators: ["cache"],
    returnAnnotation: "list[int]",
    calls: ["sorted", "np.add"],
    parameters: [
      { name: "a", kind: "positional-only", annotation: null, default: null },
      { name: "b", kind: "positional-or-keyword", annotation: "int", default: "3" },
      { name: "args", kind: "var-positional", annotation: null, default: null },
      { name: "c", kind: "keyword-only", annotation: null, default: "'x'" },
      { name: "rest", kind: "var-keyword", annotation: null, default: null },
    ],
  });
  expect(c).toMatchObject({ kind: "class", name: "C", docstring: "Raw \\n." });
});

test("assertions and undefined names", () => {
  const code = "def f(x):\n    assert x > 1, 'm'\n    return y\n";
  expect(python.assertions(code)).toEqual([{ line: 2, condition: "x > 1" }]);
  expect(python.undefinedNames(code)).toMatchObject([{ line: 3, name: "y" }]);
});

test("memory does not grow over 2,000 files", () => {
  const file =
    'import numpy as np\n\n\ndef f(a, b):\n    """Doc."""\n    return np.add(a, [b, 1, 2])\n\n\n'.repeat(20);
  const before = process.memoryUsage().rss;
  const count = 2_000;
  for (let index = 0; index < count; index += 1) {
    expect(python.parses(`${file}x = ${index}\n`)).toBe(true);
    python.importedModules(file);
  }
  const grownMiB = (process.memoryUsage().rss - before) / 2 ** 20;
  expect(grownMiB).toBeLessThan(120);
});

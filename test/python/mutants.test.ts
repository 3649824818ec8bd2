import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadPython, type Python } from "../../src/python/index.ts";
import { mutantsOf, mutationOperators } from "../../src/python/mutants.ts";

let python: Python;
beforeAll(async () => {
  python = await loadPython();
});

const wrap = (body: string): string => `def f(x, y):\n    ${body}\n`;

describe("each operator", () => {
  test.each([
    ["comparison", "return x < y", ["x <= y", "x >= y"]],
    ["comparison", "return x not in y", ["x in y"]],
    ["comparison", "return x  is  not  y", ["x  is  y"]],
    ["comparison", "return 1 < x <= 3", ["1 <= x <= 3", "1 >= x <= 3", "1 < x < 3", "1 < x > 3"]],
    ["arithmetic", "return x * y", ["x + y", "x // y"]],
    ["arithmetic", 'return "%s" % x', []],
    ["boolean", "return x and not y", ["x or not y", "x and (y)"]],
    ["boolean", "return True", ["False"]],
    ["constant", 'return x.join("a")', ['x.join("")']],
    ["constant", "return ''", ['"x"']],
    ["constant", "return 2.5", ["(2.5 + 1)"]],
    ["return-value", "return x", ["None", "-(x)"]],
    ["return-value", "return None", []],
    ["argument-order", "return g(x, y, k=1)", ["g(y, x, k=1)"]],
    ["argument-order", "return g(x, x)", []],
    ["removed-call", "return sorted(x)", ["(x)"]],
    ["removed-call", "return x.strip()", ["x"]],
    ["negated-condition", "return [a for a in x if a > y]", ["[a for a in x if not (a > y)]"]],
    ["swapped-branches", "return 1 if x else 2", ["2 if x else 1"]],
    ["off-by-one", "return x[y]", ["x[y + 1]", "x[y - 1]"]],
    ["off-by-one", "return range(len(x))", ["range(len(x) + 1)", "range(len(x) - 1)"]],
    ["off-by-one", "return x[1:y]", ["x[2:y]", "x[0:y]", "x[1:y + 1]", "x[1:y - 1]"]],
    ["off-by-one", "return 0", ["1", "(-1)"]],
  ] as const)("%s of %j", (operator, body, expected) => {
    const code = wrap(body);
    const start = code.lastIndexOf("return ") + "return ".length;
    const found = mutantsOf(python, code, { operators: [operator] });
    expect(found.map((mutant) => mutant.code.slice(start).trim())).toEqual(expected);
    for (const mutant of found) expect(mutant).toMatchObject({ operator, line: 2 });
  });

  test("statements: a call that stands alone, conditions, branches", () => {
    const code =
      "def f(x):\n    x.sort()\n    if x:\n        y = 1\n    else:\n        y = 2\n    return y\n";
    const found = mutantsOf(python, code, {
      operators: ["removed-call", "negated-condition", "swapped-branches"],
    });
    expect(found.map(({ operator, line, before, after }) => [operator, line, before, after])).toEqual([
      ["removed-call", 2, "x.sort()", "pass"],
      ["negated-condition", 3, "x", "not (x)"],
      ["swapped-branches", 4, "y = 1", "y = 2"],
      ["swapped-branches", 6, "y = 2", "y = 1"],
    ]);
  });
});

describe("what is left alone", () => {
  test.each([
    ["docstrings", 'def f(x):\n    """Adds 1."""\n    pass\n'],
    ["annotations, decorators and imports", "@d(1)\ndef f(x: a[1]) -> b[2]:\n    import c\n    pass\n"],
    ["what stands outside functions", "LIMIT = 1 + 2\n"],
    ["programs that cannot be parsed", "def f(:\n    return 1\n"],
  ])("%s", (_what, code) => {
    expect(mutantsOf(python, code)).toEqual([]);
  });

  test("other functions, when one is named", () => {
    const code = "def f():\n    return 1\n\n\ndef g():\n    return 2\n";
    const found = mutantsOf(python, code, { within: "g" });
    expect(found.length).toBeGreaterThan(2);
    expect(found.every(({ line }) => line === 6)).toBe(true);
  });
});

const program = `def f(numbers, limit=3):
    """Sum of what is small."""
    total = 0
    for i in range(len(numbers)):
        if numbers[i] <= limit and not numbers[i] == 2:
            total += numbers[i] * 2
        else:
            print(max(total, i))
    return total if total > 0 else -1
`;

test("mutants are distinct, differ from the program at one place, and come in one order", () => {
  const found = mutantsOf(python, program);
  expect(new Set([program, ...found.map(({ code }) => code)]).size).toBe(found.length + 1);
  expect(mutantsOf(python, program)).toEqual(found);
  expect(new Set(found.map(({ operator }) => operator))).toEqual(new Set(mutationOperators));
  const lines = found.map(({ line }) => line);
  expect(lines).toEqual(lines.toSorted((a, b) => a - b));
});

test("CPython compiles every mutant", () => {
  const found = mutantsOf(python, program).map(({ code }) => code);
  const check = "import json,sys\nfor code in json.load(sys.stdin): compile(code,'m','exec')\nprint('ok')";
  const printed = execFileSync("python3", ["-c", check], { input: JSON.stringify(found), encoding: "utf8" });
  expect(printed.trim()).toBe("ok");
});

test("any text: no throw, and everything that comes back can be parsed", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      for (const { code } of mutantsOf(python, `def f(x):\n    ${text}\n`))
        expect(python.parses(code)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

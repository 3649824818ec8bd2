/** B12: tests are read once, by their syntax; texts are told apart by what they say. */
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadPython, type Python } from "../../src/python/index.ts";
import { codeOfAnswer } from "../../src/rank/code-of-answer.ts";
import { distinctTests, readTests } from "../../src/rank/tests/read-tests.ts";
import { checkLiteral, withValue } from "../../src/rank/tests/right-value.ts";
import { testTextsOf } from "../../src/rank/tests/test-texts.ts";
import { writeTest } from "../../src/rank/tests/write-test.ts";

let python: Python;
beforeAll(async () => {
  python = await loadPython();
});

const claims = (text: string) => readTests(python, text, "f").map(({ comparison }) => comparison);
const claim = (call: string, operator: string, expected: string, setup = "") => ({
  setup,
  call,
  operator,
  expected,
});

describe("what is asserted", () => {
  test.each([
    ["def test_f():\n    assert f(1) == 2", [claim("f(1)", "==", "2")]],
    ["assert f(1) == 2\nassert f(2) == 3", [claim("f(1)", "==", "2"), claim("f(2)", "==", "3")]],
    ["def test_f():\n    assert 5 == f(3)", [claim("f(3)", "==", "5")]],
    ["def test_f():\n    assert 5 < f(3)", [claim("f(3)", ">", "5")]],
    ["def test_f():\n    assert (f(3)) is not None, 'why'", [claim("f(3)", "is not", "None")]],
    ["def test_f():\n    assert f(3)", [claim("f(3)", "truth", "")]],
    ["def test_f():\n    assert not f(3)", [claim("f(3)", "not", "")]],
    ["def test_f():\n    y = 4\n    assert f([y]) == 5", [claim("f([y])", "==", "5", "y = 4")]],
    ["def test_f():\n    r = f(3)\n    assert r == 5", [claim("r", "==", "5", "r = f(3)")]],
    [
      "def test_f():\n    assert f(1) == 1 and f(2) == 2",
      [claim("f(1)", "==", "1"), claim("f(2)", "==", "2")],
    ],
    ["def test_f():\n    assert f('assert def ') == 2\n    pass", [claim("f('assert def ')", "==", "2")]],
    ["def test_f():\n    assert 1 < f(3) < 5", [null]],
    ["def test_f():\n    for i in [1]:\n        assert f(i) == i", [null]],
  ])("%j", (text, expected) => {
    expect(claims(text)).toEqual(expected);
  });

  test.each([
    [
      "",
      "def test_f():\n    f(1)",
      "def test_f():\n    assert g(1) == 1",
      "Here is the test, with an assert.",
      "def test_f(:",
    ],
  ])("nothing that is about the function: none", (...texts) => {
    for (const text of texts) expect(claims(text)).toEqual([]);
  });

  test("a text that was cut off loses its last line", () => {
    expect(claims("def test_f():\n    assert f(1) == 2\n    assert f(2")).toEqual([claim("f(1)", "==", "2")]);
  });

  test("set-up between assertions comes before those that follow it only", () => {
    const found = claims("def test_f():\n    a = 1\n    assert f(a) == 1\n    b = 2\n    assert f(b) == 2\n");
    expect(found.map((each) => each?.setup)).toEqual(["a = 1", "a = 1\nb = 2"]);
  });

  test("imports and helpers stay before the function, a call of the test goes", () => {
    const [found] = readTests(
      python,
      "import math\ndef test_f():\n    assert f(1) == math.pi\ntest_f()",
      "f",
    );
    expect(found?.code).toBe("import math\n\n\ndef test_f():\n    assert f(1) == math.pi\n");
  });

  test("the first assertion alone, or all together", () => {
    const text = "def test_f():\n    assert f(1) == 1\n    assert f(2) == 2\n";
    expect(readTests(python, text, "f", "first").length).toBe(1);
    const [together, ...more] = readTests(python, text, "f", "together");
    expect(more).toEqual([]);
    expect(together?.code).toBe(text);
    expect(together?.comparison).toBeNull();
  });
});

test("tests that say the same are one, whatever they look like", () => {
  const texts = [
    'def test_f():\n    assert f("a", [1,2]) == 2',
    "def test_f():\n    # a remark\n    assert (f('a', [1, 2]) == (2))",
    "assert 2 == f('a',[1,2])",
    "def test_f():\n    assert f('a', [1, 2]) == 3",
    "def test_f():\n    assert (f(1) + 2) * 3 == 1",
    "def test_f():\n    assert f(1) + 2 * 3 == 1",
  ];
  const found = distinctTests(texts.flatMap((text) => readTests(python, text, "f")));
  expect(found.map(({ comparison }) => comparison?.expected)).toEqual(["2", "3", "1", "1"]);
});

test("what was written is read back as the same", () => {
  const values = fc.oneof(
    fc.integer().map(String),
    fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text)),
  );
  fc.assert(
    fc.property(values, values, (argument, expected) => {
      const written = writeTest("test_f", { setup: "", call: `f(${argument})`, operator: "==", expected });
      const [read, ...more] = readTests(python, written.code, "f");
      expect(more).toEqual([]);
      expect(read?.comparison).toEqual(written.comparison);
      expect(read?.id).toBe(written.id);
    }),
  );
});

test("no text makes it throw", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), (text) => {
      expect(readTests(python, text, "f")).toBeInstanceOf(Array);
      expect(readTests(python, `def test_f():\n    assert f(${text}) == 1`, "f")).toBeInstanceOf(Array);
    }),
  );
});

describe("right values", () => {
  const test_ = (text: string) => {
    const [read] = readTests(python, text, "f");
    if (read === undefined) throw new Error("no test");
    return read;
  };

  test.each([
    ["assert f(3) == 5", "6", "assert f(3) == 6"],
    ["assert f(3) != 5", "6", "assert f(3) == 6"],
    ["assert f(3) < 5", "6", "assert f(3) == 6"],
    ["assert f(3) is True", "None", "assert f(3) is None"],
    ["assert f(3) is not True", "None", "assert f(3) is None"],
    ["assert f(3) is True", "6", "assert f(3) == 6"],
    ["assert f(3)", "False", "assert not f(3)"],
    ["assert not f(3)", "6", "assert f(3) == 6"],
  ])("%s with %s", (text, value, expected) => {
    expect(withValue(test_(text), value)?.code).toBe(`def test_f():\n    ${expected}\n`);
  });

  test("what has no single value takes none", () => {
    expect(withValue(test_("assert f(3) in [1, 2]"), "6")).toBeNull();
    expect(withValue(test_("for i in [1]:\n    assert f(i) == i"), "6")).toBeNull();
  });

  test.each([
    "3",
    "-0.5",
    '"a"',
    "[1, (2, 3)]",
    "{'a': {1, 2}}",
    "None",
    "True",
    "set()",
    " 1 ",
    "1j",
    "b'x'",
  ])("%s is a value", (typed) => {
    expect(checkLiteral(python, typed)).toBe(typed.trim());
  });

  test.each(["", "x", "f(3)", "nan", "[i for i in x]", "1; import os", "1\n2", 'f"{x}"', "= 3", "lambda: 1"])(
    "%j is none",
    (typed) => {
      expect(() => checkLiteral(python, typed)).toThrow(/not a value/);
    },
  );
});

test("a file of tests: each with what the file has besides", () => {
  const texts = testTextsOf(
    python,
    "import math\n\ndef test_a():\n    assert f(1)\n\ndef test_b():\n    assert f(2)\n",
  );
  expect(texts).toEqual([
    "import math\n\n\ndef test_a():\n    assert f(1)",
    "import math\n\n\ndef test_b():\n    assert f(2)",
  ]);
});

test.each([
  ["<code>\ndef f():\n    return 1\n</code>", "def f():\n    return 1"],
  ["<code>```py\nx = 1\n```</code>", "x = 1"],
  ["Use `f`\n```python\ndef f():\n    return 1\n```", "def f():\n    return 1"],
  ["```python\r\nx = 1\r\n```", "x = 1"],
  ["I cannot do that.", null],
])("the code of the answer %j", (answer, code) => {
  expect(codeOfAnswer(answer)?.trim() ?? null).toBe(code);
});

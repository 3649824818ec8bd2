import { beforeAll, describe, expect, test } from "vitest";
import { candidatesOf, type Candidate } from "../../src/generate/extract/candidates.ts";
import { documentedValue } from "../../src/generate/extract/documented-value.ts";
import { doctestSession } from "../../src/generate/extract/session.ts";
import { loadPython, type Python } from "../../src/python/index.ts";
import { documentOf, type Given } from "./document.ts";

let python: Python;
beforeAll(async () => {
  python = await loadPython();
});

function best(given: Given, mode: "lean" | "full" = "lean"): Candidate {
  const document = documentOf(given, python);
  const [first] = candidatesOf(doctestSession(document, python), document, mode);
  if (first === undefined) throw new Error("no candidate");
  return first;
}

describe("parameters", () => {
  test("literal assignments", () => {
    const found = best({ name: "m.f", doctest: ">>> data = [1, 2]\n>>> n = 3\n>>> f(data, n)\n5" });
    expect(found).toMatchObject({
      parameters: ["data", "n"],
      body: [],
      result: "f(data, n)",
      examples: [{ values: ["[1, 2]", "3"] }],
    });
  });

  test("the literal inside an array", () => {
    const doctest =
      ">>> import numpy as np\n>>> X = np.array([[1, 2]], dtype=float)\n>>> m = Model(k=2).fit(X)\n>>> m.labels_\narray([0])";
    expect(best({ name: "m.Model", kind: "class", doctest })).toMatchObject({
      parameters: ["X"],
      body: ["X = np.array(X, dtype=float)", "m = Model(k=2).fit(X)"],
      result: "m.labels_",
      examples: [{ values: ["[[1, 2]]"] }],
    });
  });

  test("arguments of the last call, by the names of the API", () => {
    const found = best({ name: "m.f", parameters: ["data", "mu"], doctest: ">>> f([1, 2], mu=3)\n4" });
    expect(found).toMatchObject({ parameters: ["data", "mu"], result: "f(data, mu=mu)" });
  });

  test("values made of imported names alone", () => {
    const found = best({
      name: "m.f",
      parameters: ["data"],
      doctest: ">>> from fractions import Fraction as F\n>>> f([F(1, 2)])\nFraction(1, 2)",
    });
    expect(found.examples[0]?.values).toEqual(["[F(1, 2)]"]);
  });

  test("arguments of earlier calls when nothing else is there", () => {
    const doctest = ">>> X, y = make(n=5, random_state=0)\n>>> f(X, y)\n0.5";
    expect(best({ name: "m.f", doctest })).toMatchObject({
      parameters: ["n", "random_state"],
      body: ["X, y = make(n=n, random_state=random_state)"],
    });
  });
});

describe("slices", () => {
  test("only what the result needs, print unwrapped", () => {
    const doctest = ">>> a = [1]\n>>> b = [2]\n>>> print(a)\n[1]\n>>> a.append(3)\n>>> print(sum(a))\n4";
    expect(best({ name: "m.sum", doctest })).toMatchObject({
      parameters: ["a"],
      body: ["a.append(3)"],
      result: "sum(a)",
      form: "printed",
    });
  });

  test("shown calls are taken along in full mode", () => {
    const doctest = ">>> d = [1, 2]\n>>> g(d)\n2\n>>> f(d)\n[1]";
    expect(best({ name: "m.f", doctest }).body).toEqual([]);
    expect(best({ name: "m.f", doctest }, "full").body).toEqual(["g(d)"]);
  });
});

test("examples of one pattern share a candidate, tracebacks join it", () => {
  const doctest =
    ">>> f(1)\n2\n>>> f(2)\n3\n>>> f('x')\nTraceback (most recent call last):\n  ...\nTypeError: no\n>>> g(1)\n5";
  const found = best({ name: "m.f", parameters: ["x"], doctest });
  expect(found.examples.map(({ values }) => values)).toEqual([["1"], ["2"]]);
  expect(found.tracebacks).toEqual([{ values: ["'x'"], exception: "TypeError" }]);
});

test.each([
  ["array([1., 2.], dtype=float32)", "[1., 2.]"],
  ["(array([1]), np.float64(2.5))", "([1], 2.5)"],
  ["0.93...", "0.93"],
  ["array([nan, -1])", '[float("nan"), -1]'],
  ["{'a': (1,)}", "{'a': (1,)}"],
  ["Fraction(1, 2)", null],
  ["some words", null],
])("documented value %j", (text, value) => {
  expect(documentedValue(text, python)).toBe(value);
});

/** What decides a result is told: parts and forms of values, one of several values, data on the way. */
import { expect, it } from "vitest";
import type { Candidate } from "../../src/generate/extract/candidates.ts";
import { constantSteps, preciseResult } from "../../src/generate/extract/constants.ts";

const candidate = (result: string, ...body: string[]): Candidate => ({
  parameters: ["x"],
  body,
  result,
  form: "value",
  imports: [],
  calls: [],
  examples: [],
  tracebacks: [],
  score: 0,
});

it.each([
  ["list(y[:5])", "X, y = make(x)", "`list(y[:5])`, with `X, y` from `make`"],
  ["labels", "core, labels = dbscan(x, eps=3)", "`labels`, with `core, labels` from `dbscan`"],
  ['f"{score(x):.2f}"', "", '`f"{score(x):.2f}"`'],
  ["gamma(x) ** 2", "", "`gamma(x) ** 2`"],
  ["[a,\n    b]", "a, b = pair(x)", "`[a, b]`, with `a, b` from `pair`"],
])("%s is told as it is", (result, statement, told) => {
  expect(preciseResult(candidate(result, statement))).toBe(told);
});

it.each([
  ["score(x, kind=1)", ""],
  ["model.labels_", "model = Model().fit(x)"],
  ["Model().fit(x).predict(x)", ""],
  ["model", "model = fit(x)"],
])("the words say what %s is", (result, statement) => {
  expect(preciseResult(candidate(result, statement))).toBeNull();
});

it("data on the way is told, calls are told elsewhere", () => {
  const steps = constantSteps(
    candidate("f(x)", "y *= -1", 'grid = {"a": [1, 2], "b": "f(x)"}', "z = make(3)"),
  );
  expect(steps).toEqual(["y *= -1", 'grid = {"a": [1, 2], "b": "f(x)"}']);
});

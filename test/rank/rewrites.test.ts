/** Rewrites of tests: clusters have the sizes that they have, rare ones are rare. */
import { describe, expect, it } from "vitest";
import { loadPython } from "../../src/python/index.ts";
import { clusterRewrites, rareRewrites, rewriteTest } from "../../src/rank/rewrites.ts";
import { readTests } from "../../src/rank/tests/read-tests.ts";

const python = await loadPython();
const read = (code: string) => {
  const [test] = readTests(python, code, "f");
  if (test === undefined) throw new Error(`no test: ${code}`);
  return test;
};
const given = [read("def test_f():\n    assert f(1) == 0\n"), read("def test_f():\n    assert f(2) == 9\n")];
/** What four candidates return for the first test: three agree, but not the first of them. */
const rewritten = ["7", "5", "5", "5"].map((literal) => [
  rewriteTest(python, given[0] ?? read(""), literal, "f"),
  null,
]);

describe("clusters of rewrites", () => {
  it("come by how many candidates agree, before the other tests, and replace none of those", () => {
    const codes = clusterRewrites(given, rewritten).map(({ code }) => code);
    expect(codes).toHaveLength(3);
    expect(codes[0]).toContain("f(1) == 5");
    expect(codes[1]).toContain("f(1) == 7");
    expect(codes[2]).toContain("f(2) == 9");
  });

  it("are the given tests where nothing can be rewritten", () => {
    expect(clusterRewrites(given, [[null, null]])).toEqual(given);
  });
});

it("rare rewrites are those of few candidates", () => {
  const codes = rareRewrites(given, rewritten, 25).map(({ code }) => code);
  expect(codes.some((code) => code.includes("f(1) == 7"))).toBe(true);
  expect(codes.some((code) => code.includes("f(1) == 5"))).toBe(false);
  expect(codes).toHaveLength(3);
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exactTolerance,
  matchesOutput,
  toleranceOf,
  unitOf,
} from "../../src/generate/extract/match-output.ts";

test.each([
  ["[1, 2]", "[1, 2]", true],
  ["array([[1., 2.],\n       [3., 4.]])", "array([[1., 2.],\n[3., 4.]])", true],
  ["array([ 1.,  2.])", "array([1., 2.])", true],
  ["0.93...", "0.9333333333333333", true],
  ["0.93...", "0.9133333333333333", false],
  ["0.3333", "0.33333333", true],
  ["0.3333", "0.34", false],
  ["[1, ..., 9]", "[1, 2, 3, 9]", true],
  ["3", "4", false],
  ["[1., 2.]", "[1.4, 2.]", false],
  ["1 two", "1 three", false],
  ["{'a': 1}", "{'b': 1}", false],
])("%j stands for %j: %s", (expected, seen, matches) => {
  expect(matchesOutput(expected, seen)).toBe(matches);
});

test("a text stands for itself whatever its white space", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[\w.,()[\]{}'+-]{1,8}$/)), (words) => {
      expect(matchesOutput(words.join(" "), words.join("\n   "))).toBe(true);
    }),
  );
});

test("units of the last printed digit", () => {
  expect(["3", "3.", "0.25", "1.5e-05", "0.93..."].map(unitOf)).toEqual([
    0,
    1e-6,
    0.01,
    expect.closeTo(1e-6),
    0.01,
  ]);
  expect(toleranceOf("array([0.5 , 0.25])", "array([0.5 , 0.25])")).toBe(0.01);
  expect(toleranceOf("[0.5..., 0.251]", "[0.512, 0.251]")).toBe(0.1);
  expect(toleranceOf("[1., 2.]", "[1., 2.]")).toBe(1e-6);
  expect(toleranceOf("[1, 2]", "[1, 2]")).toBe(0);
});

describe("exactTolerance", () => {
  test.each([
    ["2.8", "2.8", 2.8, 2.8e-6],
    ["[0.5, 0.25]", "[0.5, 0.25]", 0.5, 5e-7],
    ["0.0", "1e-13", 1e-13, 1e-12],
  ])("%s seen as %s compares tightly", (documented, seen, size, tolerance) => {
    expect(exactTolerance(documented, seen, size)).toBeCloseTo(tolerance, 15);
  });

  test.each([
    ["0.33", "0.3333333333", 0.3333333333],
    ["[1.0]", "[1.0, 2.0]", 2],
    ["0", "0", 0],
  ])("%s seen as %s says nothing exact", (documented, seen, size) => {
    expect(exactTolerance(documented, seen, size)).toBeNull();
  });
});

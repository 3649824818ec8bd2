/** What an assertion compared, out of its message. */
import { describe, expect, it } from "vitest";
import { comparisonOf } from "../../src/repair/analyse/comparison.ts";

describe("what was compared", () => {
  it.each([
    ["1 == 2 is false", ["1", "==", "2"]],
    ["'a == b' == \"c\" is false", ["'a == b'", "==", '"c"']],
    ["[1, (2 == 2)] == {'x': ' == '} is false", ["[1, (2 == 2)]", "==", "{'x': ' == '}"]],
    ["1 != 2", ["1", "==", "2"]],
    ["3 not found in [1, 2]", ["3", "in", "[1, 2]"]],
    ["Lists differ: [1] != [2]\n\nFirst differing element 0:", ["[1]", "==", "[2]"]],
    ["assert 'a' in 'b'", ["'a'", "in", "'b'"]],
    ["5 not less than 3", ["5", "<", "3"]],
    ["1.0 != 1.5 within 7 places (0.5 difference)", ["1.0", "==", "1.5"]],
  ])("%s", (message, [left, operator, right]) => {
    expect(comparisonOf(message)).toEqual({ left, operator, right });
  });

  it.each(["the result is wrong", "", "a == b", "x is falsey"])("%j tells none", (message) => {
    expect(comparisonOf(message)?.operator ?? null).toBe(message === "a == b" ? "!=" : null);
  });
});

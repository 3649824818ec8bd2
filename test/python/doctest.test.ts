import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDoctest, parseDoctest } from "../../src/python/doctest.ts";

describe("doctest transcripts", () => {
  test("prompts, continuations, outputs, blank lines", () => {
    const text = [
      "Text before.",
      "    >>> x = [1,",
      "    ...      2]",
      "    >>> x",
      "    [1, 2]",
      "    >>> print('a\\n\\nb')  # doctest: +NORMALIZE_WHITESPACE, -ELLIPSIS",
      "    a",
      "    <BLANKLINE>",
      "      b",
      "",
      "Text after.",
    ].join("\n");
    expect(parseDoctest(text)).toEqual([
      { source: "x = [1,\n     2]", expected: null, directives: [] },
      { source: "x", expected: "[1, 2]", directives: [] },
      {
        source: "print('a\\n\\nb')  # doctest: +NORMALIZE_WHITESPACE, -ELLIPSIS",
        expected: "a\n\n  b",
        directives: ["NORMALIZE_WHITESPACE"],
      },
    ]);
  });

  test("tracebacks stay in the output", () => {
    const text =
      ">>> 1 / 0\nTraceback (most recent call last):\n  ...\nZeroDivisionError: division by zero\n";
    expect(parseDoctest(text)[0]?.expected).toMatch(/ZeroDivisionError: division by zero$/);
  });

  test("a compound statement ends with an empty continuation", () => {
    expect(parseDoctest(">>> for i in x:\n...     print(i)\n...\n1\n2")).toEqual([
      { source: "for i in x:\n    print(i)", expected: "1\n2", directives: [] },
    ]);
  });

  test("IPython prompts", () => {
    const text =
      "In [1]: x = (1,\n   ...: 2)\n\nIn [2]: x\nOut[2]: (1, 2)\n\nIn [3]: df\nOut[3]: \n   a\n0  1\n";
    expect(isDoctest(text)).toBe(true);
    expect(parseDoctest(text)).toEqual([
      { source: "x = (1,\n2)", expected: null, directives: [] },
      { source: "x", expected: "(1, 2)", directives: [] },
      { source: "df", expected: "   a\n0  1", directives: [] },
    ]);
  });

  test("plain text and code are no transcript", () => {
    expect(isDoctest("x = 1\nprint(x >> 2)")).toBe(false);
    expect(parseDoctest("x = 1")).toEqual([]);
  });

  test("any rendered transcript is read back", () => {
    const word = fc
      .stringMatching(/^[a-z0-9+() =]{1,20}$/)
      .filter((text) => text.trim() === text && text !== "");
    const step = fc.record({
      source: fc.array(word, { minLength: 1, maxLength: 3 }),
      expected: fc.array(word, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), fc.nat(8), (steps, indentation) => {
        const pad = " ".repeat(indentation);
        const text = steps
          .flatMap(({ source, expected }) => [
            ...source.map((line, index) => `${pad}${index === 0 ? ">>>" : "..."} ${line}`),
            ...expected.map((line) => pad + line),
          ])
          .join("\n");
        expect(parseDoctest(text)).toEqual(
          steps.map(({ source, expected }) => ({
            source: source.join("\n"),
            expected: expected.length === 0 ? null : expected.join("\n"),
            directives: [],
          })),
        );
      }),
    );
  });
});

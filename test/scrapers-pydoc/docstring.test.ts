import { describe, expect, test } from "vitest";
import { readDocstring } from "../../scrapers/pydoc/docstring.ts";

describe("styles", () => {
  test("NumPy", () => {
    const parts = readDocstring(
      [
        "Adds numbers.",
        "",
        "Longer words.",
        "",
        "Parameters",
        "----------",
        "x1, x2 : array_like",
        "    The numbers.",
        "*args",
        "    More.",
        "",
        "Returns",
        "-------",
        "out : ndarray",
        "    The sum.",
        "",
        "Raises",
        "------",
        "ValueError",
        "    If there are",
        "    no numbers.",
        "TypeError or KeyError",
        "    Else.",
        "",
        "Examples",
        "--------",
        ">>> add(1, 2)",
        "3",
      ].join("\n"),
    );
    expect(parts.style).toBe("numpy");
    expect(parts.description).toBe("Adds numbers.\n\nLonger words.");
    expect(parts.parameters.map(({ name }) => name)).toEqual(["x1", "x2", "args"]);
    expect(parts.parameters[0]).toEqual({ name: "x1", type: "array_like", description: "The numbers." });
    expect(parts.returns).toContain("The sum.");
    expect(parts.raises).toEqual([
      { exception: "ValueError", description: "If there are\nno numbers." },
      { exception: "TypeError", description: "Else." },
      { exception: "KeyError", description: "Else." },
    ]);
    expect(parts.sections.map(({ title }) => title)).toEqual(["Parameters", "Returns", "Raises", "Examples"]);
  });

  test("Google", () => {
    const parts = readDocstring(
      "Adds.\n\nArgs:\n    x (int): First\n        and more.\n    y: Second.\n\nReturns:\n    int: The sum.\n\nRaises:\n    ValueError: If bad.\n",
    );
    expect(parts).toMatchObject({
      style: "google",
      description: "Adds.",
      parameters: [
        { name: "x", type: "int", description: "First and more." },
        { name: "y", type: null, description: "Second." },
      ],
      returns: "int: The sum.",
      raises: [{ exception: "ValueError", description: "If bad." }],
    });
  });

  test("reST", () => {
    const parts = readDocstring(
      "Adds.\n\n:param int x: First\n    and more.\n:param y: Second.\n:type y: float\n:returns: The sum.\n:raises ValueError: If bad.\n",
    );
    expect(parts).toMatchObject({
      style: "rest",
      description: "Adds.",
      parameters: [
        { name: "x", type: "int", description: "First and more." },
        { name: "y", type: "float", description: "Second." },
      ],
      returns: "The sum.",
      raises: [{ exception: "ValueError", description: "If bad." }],
    });
  });

  test("prose tells what is raised, and doctests are no description", () => {
    const parts = readDocstring(
      "Mean.\n\n>>> mean([1])\n1\n\nIf data is empty, StatisticsError will be raised.\n",
    );
    expect(parts.style).toBe("plain");
    expect(parts.description).toBe("Mean.\n\n\nIf data is empty, StatisticsError will be raised.");
    expect(parts.raises.map(({ exception }) => exception)).toEqual(["StatisticsError"]);
  });
});

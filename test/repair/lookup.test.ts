/** What agents look things up with: BM25, names of installed packages, tests read as cases, diffs. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTests } from "../../src/api/read-tests.ts";
import { loadPython } from "../../src/python/index.ts";
import { indexTexts, wordsOf } from "../../src/repair/lookup/bm25.ts";
import { indexPassages } from "../../src/repair/lookup/passages.ts";
import { isSymbol, symbolsOf } from "../../src/repair/lookup/symbols.ts";
import { unifiedDiff } from "../../src/util/unified-diff.ts";

const python = await loadPython();

describe("BM25", () => {
  const texts = [
    "the cat sat on the mat",
    "the dog ate the cat",
    "numpy.read_csv reads a DataFrame",
    "the the the",
  ];
  const index = indexTexts(texts, (text) => text);

  it("scores as the formula says", () => {
    // k1 = 1.2, b = 0.75, by hand for "dog": once in a text of 5 words, average (6+5+9+3)/4 = 5.75
    const weight = Math.log(1 + (4 - 1 + 0.5) / (1 + 0.5));
    const norm = 1.2 * (1 - 0.75 + (0.75 * 5) / 5.75);
    const [found] = index.search("dog", 3);
    expect(wordsOf(texts[2] ?? "")).toHaveLength(9);
    expect(found?.item).toBe(texts[1]);
    expect(found?.score).toBeCloseTo((weight * 2.2) / (1 + norm), 12);
  });

  it("finds names by their parts, and nothing where no word is shared", () => {
    expect(index.search("csv", 1)[0]?.item).toBe(texts[2]);
    expect(index.search("data frame", 1)[0]?.item).toBe(texts[2]);
    expect(index.search("zebra", 5)).toEqual([]);
    expect(indexTexts([], String).search("x", 3)).toEqual([]);
  });

  it("cuts long documents into passages that together are the text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 4_000 }), { maxLength: 6 }), (parts) => {
        const text = `word\n\n${parts.join("\n\n")}`;
        const found = indexPassages([{ title: "t", text }]).search("t word", 100);
        expect(found.length).toBeGreaterThan(0);
        for (const { item } of found) expect(item.text.length).toBeLessThanOrEqual(2_400);
      }),
      { numRuns: 50 },
    );
  });
});

describe("names of installed packages", () => {
  it("are found through aliases", () => {
    const code = "import numpy as np\nimport os.path\nfrom json import dumps as d, loads\n";
    const line = "np.linalg.norm(d(loads(os.path.join(sorted(x)))))";
    expect(symbolsOf(code, line, python)).toEqual([
      "numpy.linalg.norm",
      "json.dumps",
      "json.loads",
      "os.path.join",
      "builtins.sorted",
    ]);
  });

  it("are dotted names and nothing else", () => {
    for (const text of ["json.dumps", "a", "A1.b_2"]) expect(isSymbol(text)).toBe(true);
    for (const text of ["", "a b", "f()", "a.", "1a", "__import__('os')", 'x"', "a\nb"])
      expect(isSymbol(text)).toBe(false);
  });
});

describe("a file of tests", () => {
  it("gives functions and methods, and takes the program's imports out line by line", () => {
    const text = [
      "import unittest",
      "import solution",
      "from solution import (",
      "    one,",
      "    two as zwei,",
      ")",
      "from package.solution import three",
      "from other import four",
      "",
      "",
      "async def test_a():",
      "    from solution import five",
      "    assert one()",
      "",
      "",
      "class Checks(unittest.TestCase):",
      "    def setUp(self):",
      "        pass",
      "",
      "    def test_b(self):",
      "        self.assertTrue(zwei())",
    ].join("\n");
    const { tests, cases } = readTests(text, "test_solution.py", "solution", python);
    expect(cases.map(({ name }) => name)).toEqual(["test_a", "Checks.test_b"]);
    const lines = tests.split("\n");
    expect(lines.length).toBe(text.split("\n").length);
    expect(lines.slice(0, 8)).toEqual([
      "import unittest",
      'solution = __import__("sys").modules[__name__]',
      "zwei = two",
      "",
      "",
      "",
      "pass",
      "from other import four",
    ]);
    expect(lines[11]).toBe("    pass");
    expect(python.parses(tests)).toBe(true);
  });
});

describe("unified diff", () => {
  it("shows changes with three lines around them", () => {
    const before = "a\nb\nc\nd\ne\nf\ng\nh\n";
    const after = "a\nb\nc\nd\nE\nf\ng\nh\n";
    expect(unifiedDiff(before, after, "x.py")).toBe(
      "--- a/x.py\n+++ b/x.py\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n",
    );
    expect(unifiedDiff(before, before, "x.py")).toBe("");
  });

  it("gives the other text when it is applied", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "  c"), { maxLength: 30 })
      .map((lines) => `${lines.join("\n")}\n`);
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(patched(before, unifiedDiff(before, after, "x"))).toBe(after);
      }),
    );
  });
});

/** What `patch` does, without fuzz. */
function patched(before: string, diff: string): string {
  const old = before.replace(/\n$/, "").split("\n");
  const lines: string[] = [];
  let at = 0;
  for (const line of diff.split("\n").slice(2, -1)) {
    const start = /^@@ -(\d+),(\d+) /.exec(line);
    if (start !== null) {
      const first = Number(start[1]) - (start[2] === "0" ? 0 : 1);
      while (at < first) lines.push(old[at++] ?? "");
    } else if (line.startsWith("+")) lines.push(line.slice(1));
    else {
      expect(old[at]).toBe(line.slice(1));
      if (line.startsWith(" ")) lines.push(old[at] ?? "");
      at++;
    }
  }
  return diff === "" ? before : `${[...lines, ...old.slice(at)].join("\n")}\n`;
}

/** Tasks that repeat a benchmark's problems are found by n-grams, also with other names; tasks of their own are not. */
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeGrams, textGrams } from "../../src/audit/contamination/n-grams.ts";
import { overlapWith } from "../../src/audit/contamination/overlap.ts";
import { sketchOf, sketchRecord } from "../../src/audit/contamination/sketch.ts";
import { makeSketches } from "../../src/api/sketch.ts";
import { auditOptionsSchema, type AuditRecord } from "../../src/contracts/audit.ts";
import { sketchFileSchema } from "../../src/contracts/sketch.ts";
import { shippedSketchPath } from "../../src/io/sketch-file.ts";
import { auditRows, indexRows } from "../../src/pipeline/audit.ts";
import { makeSketch, sketchesOf } from "../../src/pipeline/make-sketch.ts";
import { sampleRow } from "../helpers/sample-row.ts";
import { sharedPath } from "../helpers/shared.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const problem = {
  task_id: "Own/1",
  prompt:
    'def widest_gap(readings):\n    """Find the widest gap between neighbouring readings of a meter, or 0 for fewer than two readings."""\n',
  canonical_solution:
    "    if len(readings) < 2:\n        return 0\n    ordered = sorted(readings)\n    gaps = [b - a for a, b in zip(ordered, ordered[1:])]\n    return max(gaps)\n",
  test: "def check(candidate):\n    assert candidate([1, 5, 9]) == 4\n    assert candidate([3, 8, 1, 20]) == 12\n",
  entry_point: "widest_gap",
};
const edited = `def largest_step(values):
    # a comment that the problem does not have
    if len(values) < 2:
        return (0)
    in_order = sorted(values);
    steps = [later - earlier for earlier, later in zip(in_order, in_order[1:],)]
    return max(steps)`;
const unlike = `def largest_step(values):
    total = 0
    for position, value in enumerate(values):
        total += position * value
    return {"total": total, "count": len(values)}`;
const ownWords = "Say how far two measured values next to each other are apart at most.";

async function benchmarkFile(): Promise<string> {
  const path = join(await tempFolder(), "own.jsonl");
  const others = Array.from({ length: 3 }, (_, number) => ({
    text: `Count how often the letter number ${number} stands at the end of a long word in a text.`,
    code: `def count_${number}(text):\n    return sum(1 for word in text.split() if word.endswith(chr(97 + ${number})))`,
    test_list: [],
  }));
  await writeFile(path, [problem, ...others].map((row) => JSON.stringify(row)).join("\n"));
  return path;
}

describe("n-grams", () => {
  it("see neither names nor layout nor comments, and see what is called on what", () => {
    const plain = codeGrams(
      "def f(a, b):\n    return [x.strip() for x in a.split(b) if x > 3 and len(x) < 5]",
    );
    const dressed =
      "def g(text, by): # hm\n  return ([word.strip() for word in text.split(by) if word > 3 and len(word) < 5])";
    expect(codeGrams(dressed)).toEqual(plain);
    expect(codeGrams(dressed.replace("split", "rsplit"))).not.toEqual(plain);
    expect(codeGrams("x = 1")).toHaveLength(0);
  });

  it("of words see neither case nor marks", () => {
    expect(textGrams("Write a function, to find: THE sum!")).toEqual(
      textGrams("write a function to find the sum"),
    );
  });
});

describe("overlap with a benchmark", () => {
  it("finds an edited copy by its code and a copied statement by its words", async () => {
    const sketch = await makeSketch(await benchmarkFile());
    expect(sketch).toMatchObject({ name: "own", problems: 4 });
    expect(overlapWith([sketch], { text: ownWords, code: edited })).toMatchObject({
      benchmark: "own",
      where: "code",
      contaminated: true,
    });
    const statement = "Find the widest gap between neighbouring readings of a meter, as a number.";
    expect(overlapWith([sketch], { text: statement, code: unlike })).toMatchObject({
      where: "text",
      contaminated: true,
    });
    expect(overlapWith([sketch], { text: ownWords, code: unlike })).toBeNull();
    expect(overlapWith([], { text: statement, code: edited })).toBeNull();
  });

  it("holds no text, is the same after writing and reading, and leaves the tests out", async () => {
    const folder = await tempFolder();
    const [made] = await makeSketches([await benchmarkFile()], join(folder, "own.sketch.json"));
    const text = readFileSync(join(folder, "own.sketch.json"), "utf8");
    expect(text).not.toMatch(/widest|gap|letter/);
    expect(await sketchesOf(join(folder, "own.sketch.json"))).toEqual([made]);
    expect(made === undefined ? null : sketchOf(sketchRecord(made))).toEqual(made);
    const tests = problem.test.replaceAll("candidate", "largest_step");
    expect(overlapWith(made === undefined ? [] : [made], { text: "", code: tests })).toBeNull();
  });

  it("does not overwrite a file that is none of sketches", async () => {
    const own = await benchmarkFile();
    const before = await readFile(own, "utf8");
    await expect(makeSketches([own], own)).rejects.toMatchObject({ code: "usage" });
    expect(await readFile(own, "utf8")).toBe(before);
    const to = join(await tempFolder(), "own.sketch.json");
    await writeFile(to, '{"codergenSketch":2,"sketches":[]}');
    await makeSketches([own], to);
    expect(await makeSketches([own, to], to)).toHaveLength(2);
  });

  it("says what is wrong with a file", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "numbers.jsonl"), '{"a": 1}\n');
    await writeFile(join(folder, "text.jsonl"), "hello\n");
    await writeFile(join(folder, "later.json"), '{"codergenSketch":2,"sketches":[]}');
    await expect(sketchesOf(join(folder, "numbers.jsonl"))).rejects.toThrow("holds no problems");
    await expect(sketchesOf(join(folder, "text.jsonl"))).rejects.toThrow("no JSON");
    await expect(sketchesOf(join(folder, "later.json"))).rejects.toThrow("no sketch that this version reads");
    await expect(sketchesOf(join(folder, "none.jsonl"))).rejects.toMatchObject({ code: "input-not-found" });
  });
});

describe("the audit", () => {
  it.each(["keep", "drop"] as const)(
    "with %s counts contaminated tasks by benchmark",
    async (contamination) => {
      const rows = [
        sampleRow({ task_id: "copied", function: edited, instruction: ownWords }),
        sampleRow({ task_id: "own", function: unlike, instruction: ownWords }),
      ];
      async function* stream() {
        yield* rows;
      }
      const plan = {
        options: auditOptionsSchema.parse({ contamination }),
        sketches: await sketchesOf(await benchmarkFile()),
      };
      const records: AuditRecord[] = [];
      const work = auditRows(stream, await indexRows(stream), plan, async (record) => {
        records.push(record);
      });
      let step = await work.next();
      while (step.done !== true) step = await work.next();
      expect(step.value).toMatchObject({
        kept: contamination === "keep" ? 2 : 1,
        contaminated: { own: 1 },
        comparedWith: [{ name: "own", problems: 4 }],
        leftOut: contamination === "keep" ? {} : { contaminated: 1 },
      });
      expect(records.map((record) => record.contamination?.contaminated ?? null)).toEqual([true, null]);
    },
  );
});

describe("the sketch that comes with the package", () => {
  const names = ["HumanEval.jsonl", "mbpp.jsonl", "sanitized-mbpp.json"];
  const files = names.flatMap((name) => sharedPath("benchmarks", name) ?? []);

  it("is one megabyte at most and has no text", () => {
    const text = readFileSync(shippedSketchPath(), "utf8");
    expect(text.length).toBeLessThan(1_000_000);
    const { sketches } = sketchFileSchema.parse(JSON.parse(text));
    expect(sketches.map(({ name, problems }) => [name, problems])).toEqual([
      ["HumanEval", 164],
      ["mbpp", 974],
      ["sanitized-mbpp", 427],
    ]);
  });

  it.skipIf(files.length < names.length)(
    "is the one that scripts/benchmark-sketch.mjs makes, and knows every problem",
    async () => {
      const shipped = await sketchesOf(shippedSketchPath());
      const made = [];
      for (const file of files) made.push(await makeSketch(file));
      expect(shipped).toEqual(made);
      const problems = readFileSync(files[0] ?? "", "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as typeof problem);
      const missed = problems.filter(
        ({ prompt, canonical_solution }) =>
          overlapWith(shipped, { text: "", code: prompt + canonical_solution })?.contaminated !== true,
      );
      expect(missed).toEqual([]);
    },
  );
});

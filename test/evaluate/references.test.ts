/** Models whose score is known: a dataset's own solutions, mutants with known verdicts, and both by hand. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadPython } from "../../src/python/index.ts";
import { mutantsOf } from "../../src/python/mutants.ts";
import { readDataset } from "../../src/pipeline/evaluate/read-dataset.ts";
import { codergen } from "../helpers/codergen.ts";
import { evaluateAll, recordsOf, writeRows } from "../helpers/evaluation.ts";
import { sharedPath } from "../helpers/shared.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

/** Evaluates a dataset's own solutions as a model's samples. */
async function referenceScore(dataset: string, more: { readonly stubs?: boolean } = {}) {
  const folder = await tempFolder();
  const { tasks } = await readDataset(dataset);
  const rows = tasks.map(({ id, reference }) => ({ task_id: id, solution: reference ?? "" }));
  const samples = await writeRows(join(folder, "references.jsonl"), rows);
  const { summary } = await evaluateAll({ dataset, samples, out: join(folder, "out"), workers: 2, ...more });
  return { summary, tasks };
}

/** References that fail their own tests wherever they are run: what they expect is of another Python. */
const KNOWN_FAILURES = ["Mbpp/596", "Mbpp/642"];

describe("a dataset's own solutions score 100", () => {
  const humanEval = sharedPath("benchmarks", "HumanEval.jsonl");
  const mbpp = sharedPath("benchmarks", "mbpp.jsonl");

  it.skipIf(humanEval === null)("on HumanEval, 164 of 164", { timeout: 300_000 }, async () => {
    const { summary } = await referenceScore(humanEval ?? "", { stubs: false });
    expect(summary).toMatchObject({
      tasks: 164,
      scoredTasks: 164,
      excluded: [],
      samples: { graded: 164, sharedChannel: 0 },
    });
    expect([summary.rates.srAll.value, summary.rates.srAny.value]).toEqual([1, 1]);
  });

  it.skipIf(mbpp === null)(
    "on MBPP, but for the references known to fail",
    { timeout: 600_000 },
    async () => {
      const { summary } = await referenceScore(mbpp ?? "", { stubs: false });
      expect(summary.excluded.map(({ taskId, reason }) => [taskId, reason])).toEqual(
        KNOWN_FAILURES.map((id) => [id, "reference-failed"]),
      );
      expect(summary).toMatchObject({
        tasks: 974,
        scoredTasks: 972,
        samples: { graded: 972, ofExcludedTasks: 2 },
      });
      expect([summary.rates.srAll.value, summary.rates.srAny.value]).toEqual([1, 1]);
    },
  );

  it("on a run of our own, in every layout of it", { timeout: 300_000 }, async () => {
    const folder = await tempFolder();
    const run = join(folder, "run");
    const built = await codergen([
      "build",
      "--source",
      "pydoc",
      "--package",
      "heapq",
      "--package",
      "textwrap",
      "--out",
      run,
    ]);
    expect(built.code, built.stderr).toBe(0);
    const layouts = [
      run,
      join(run, "export"),
      join(run, "export", "data", "all", "test.parquet"),
      join(run, "export", "tasks"),
    ];
    for (const layout of layouts) {
      const { summary, tasks } = await referenceScore(layout);
      expect(tasks.length).toBeGreaterThan(1);
      expect(summary.excluded).toEqual([]);
      expect(summary.samples.graded).toBe(tasks.length);
      expect([summary.rates.srAll.value, summary.rates.srAny.value], layout).toEqual([1, 1]);
    }
  });
});

describe("mutants", () => {
  const problem = {
    task_id: "Own/clamp",
    prompt: 'def clamp(value, low, high):\n    """Keep a value between two bounds."""\n',
    entry_point: "clamp",
    canonical_solution:
      "    if value < low:\n        return low\n    if value > high:\n        return high\n    return value\n",
    test: "def check(candidate):\n    assert candidate(5, 0, 10) == 5\n    assert candidate(-1, 0, 10) == 0\n    assert candidate(11, 0, 10) == 10\n",
  };

  /** Python's own word on a program, without any of this toolkit. */
  function passesByPython(code: string): boolean {
    const script = `${code}\n${problem.test}\ncheck(clamp)\n`;
    return spawnSync("python3", ["-c", script], { stdio: "ignore" }).status === 0;
  }

  it("score exactly as they are known to", { timeout: 120_000 }, async () => {
    const folder = await tempFolder();
    const dataset = await writeRows(join(folder, "clamp.jsonl"), [problem]);
    const python = await loadPython();
    const mutants = mutantsOf(python, problem.prompt + problem.canonical_solution, { within: "clamp" });
    const rows = mutants.map(({ code }) => ({ task_id: "Own/clamp", solution: code }));
    const samples = await writeRows(join(folder, "mutants.jsonl"), rows);
    const out = join(folder, "out");
    const { summary } = await evaluateAll({ dataset, samples, out, stubs: false });
    const survivors = mutants.filter(({ code }) => passesByPython(code)).length;
    expect(mutants.length).toBeGreaterThan(8);
    expect(survivors).toBeGreaterThan(1); // at the bounds themselves < and <= do the same
    expect(survivors).toBeLessThan(mutants.length / 2);
    expect(summary.samples).toMatchObject({ graded: mutants.length, ungraded: 0 });
    expect(summary.rates.srAll.value).toBeCloseTo(survivors / mutants.length, 12);
    expect(recordsOf(out, "mutants")).toHaveLength(mutants.length);
    const text = readFileSync(join(out, "models", "mutants", "tasks.jsonl"), "utf8");
    expect(JSON.parse(text)).toMatchObject({
      taskId: "Own/clamp",
      graded: mutants.length,
      passedAll: survivors,
    });
  });
});

/** `codergen rank` over whole benchmarks: B9, B10, B13, B16. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { codergen, type Finished, jsonLines } from "../helpers/codergen.ts";
import { sampleRow } from "../helpers/sample-row.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";
import { writeRows } from "./rank-rows.ts";

const folder = tempFolderForSuite();
beforeAll(() => writeRows(folder()));

function rank(...words: string[]): Promise<Finished> {
  return codergen(["rank", ...words, "--cache-dir", join(folder(), "cache")], { cwd: folder() });
}

const BENCHMARK = ["--candidates", "mutants", "--count", "6", "--questions", "3", "--cpu-seconds", "1"];

describe("benchmarks", () => {
  it("B9, B13: formats by their fields, a point for every m, both denominators, intervals, a picture", async () => {
    const words = [
      "--dataset",
      "rows.jsonl",
      ...BENCHMARK,
      "--test-policy",
      "distinguishing",
      "--test-policy",
      "information-gain",
    ];
    const finished = await rank(...words, "--candidate-policy", "input-order", "--out", "whole");
    expect(finished).toMatchObject({ code: 0 });
    expect(finished.stderr).not.toContain("task-failed");
    const summaries = JSON.parse(await readFile(join(folder(), "whole/summary.json"), "utf8")) as {
      setting: string;
      tasks: number;
      ceiling: number;
      curve: { questions: number; passAtK: number; reachedTasks: number; interval: object | null }[];
    }[];
    expect(summaries.map(({ setting }) => setting.split(",")[0])).toEqual([
      "distinguishing + input-order",
      "information-gain + input-order",
    ]);
    for (const { curve, tasks, ceiling } of summaries) {
      expect({ tasks, ceiling }).toEqual({ tasks: 3, ceiling: 1 });
      expect(curve.map(({ questions }) => questions)).toEqual([0, 1, 2, 3]);
      expect(curve[3]?.passAtK).toBe(1);
      expect(curve[0]?.interval).not.toBeNull();
      expect(curve[0]?.reachedTasks).toBe(3);
    }
    expect(finished.stdout).toContain("as TiCoder counts");
    expect(await readFile(join(folder(), "whole/curve.svg"), "utf8")).toMatch(/^<svg .*<\/svg>\n$/s);
    const records = (await readFile(join(folder(), "whole/records.jsonl"), "utf8")).trim().split("\n");
    expect(records.length).toBe(6);
  });

  it("completions continue their task's prompt, also one whose last line is not ended", async () => {
    const samples = [
      { task_id: "1", completion: "\treturn b if a < b else a\n" },
      { task_id: "1", completion: "\treturn 0\n" },
      { task_id: "X/0", completion: "    return x + x\n" },
      { task_id: "X/0", completion: "    return None\n" },
    ];
    await writeFile(join(folder(), "samples.jsonl"), samples.map((one) => JSON.stringify(one)).join("\n"));
    const rows = (await readFile(join(folder(), "rows.jsonl"), "utf8")).split("\n");
    await writeFile(join(folder(), "two.jsonl"), `\uFEFF${rows[0]}\n${rows[2]}`);
    const words = ["--dataset", "two.jsonl", "--candidates", "samples.jsonl", "--out", "continued"];
    expect(await rank(...words)).toMatchObject({ code: 0 });
    const records = (await readFile(join(folder(), "continued/records.jsonl"), "utf8")).trim().split("\n");
    const right = records.map((line) => (JSON.parse(line) as { correct: boolean[] }).correct);
    expect(right).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it("a file without rows is said, not drawn", async () => {
    await writeFile(join(folder(), "nothing.jsonl"), "\n");
    const finished = await rank("--dataset", "nothing.jsonl", ...BENCHMARK, "--out", "nothing");
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain("nothing.jsonl has no rows");
  });

  it("codergen's own tier, by the folder of an exported dataset", async () => {
    const row = sampleRow({
      instruction: "The larger of two numbers.",
      imports: "import math",
      function_name: "larger",
      function: "def larger(a: int, b: int) -> int:\n    if a > b:\n        return a\n    return b",
      tests:
        "def test_larger_normal():\n    assert larger(1, 2) == 2\n\n\ndef test_larger_correctness():\n    assert larger(5, 2) == 5\n    assert larger(0, 9) == 9",
      case_names: ["test_larger_normal", "test_larger_correctness"],
    });
    await mkdir(join(folder(), "dataset/jsonl"), { recursive: true });
    await writeFile(join(folder(), "dataset/jsonl/verified.jsonl"), JSON.stringify(row));
    const finished = await rank("--dataset", "dataset", ...BENCHMARK, "--rewrite", "all", "--out", "own");
    expect(finished).toMatchObject({ code: 0 });
    const [summary] = JSON.parse(await readFile(join(folder(), "own/summary.json"), "utf8")) as {
      tasks: number;
      ceiling: number;
      curve: { passAtK: number }[];
    }[];
    expect(summary).toMatchObject({ tasks: 1, ceiling: 1 });
    expect(summary?.curve.at(-1)?.passAtK).toBe(1);
  });

  it("a dataset that cannot be read claims no folder, and the error says what can", async () => {
    await mkdir(join(folder(), "empty"));
    const finished = await rank("--dataset", "empty", ...BENCHMARK, "--out", "claimed");
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain("codergen export RUN --format jsonl");
    expect(await rank("--dataset", "rows.jsonl", ...BENCHMARK, "--out", "claimed")).toMatchObject({
      code: 0,
    });
  });

  it("the same again does nothing again; other settings are a conflict", async () => {
    const words = ["--dataset", "rows.jsonl", ...BENCHMARK, "--out", "twice"];
    const first = await rank(...words);
    const second = await rank(...words);
    expect(second.stderr).toContain("3 tasks, 3 done earlier");
    expect(second.stdout).toBe(first.stdout);
    expect((await rank(...words, "--questions", "2")).code).toBe(2);
  });

  it("B10: a task that is none leaves an entry with its reason, the others are ranked, exit code 4", async () => {
    const finished = await rank("--dataset", "broken.jsonl", ...BENCHMARK, "--out", "broken", "--json");
    expect(finished.code).toBe(4);
    const events = jsonLines(finished);
    expect(events.filter(({ type }) => type === "task-ranked").length).toBe(2);
    expect(events.find(({ type }) => type === "task-failed")).toMatchObject({ task: "row 2" });
    expect(events.at(-1)).toMatchObject({ type: "result", errors: 1 });
  });

  it("kill -9 in between: what was ranked is kept, the rest follows, the result is the same", async () => {
    const words = ["--dataset", "rows.jsonl", ...BENCHMARK, "--workers", "1", "--seed", "5"];
    const whole = await rank(...words, "--out", "unkilled");
    const killed = await codergen(
      ["rank", ...words, "--out", "killed", "--cache-dir", join(folder(), "other-cache"), "--json"],
      {
        cwd: folder(),
        onStart: (child) => {
          child.stdout?.on("data", (text: string) => {
            if (text.includes("task-ranked")) child.kill("SIGKILL");
          });
        },
      },
    );
    expect(killed.signal).toBe("SIGKILL");
    expect(existsSync(join(folder(), "killed/records.partial.jsonl"))).toBe(true);
    const resumed = await rank(...words, "--out", "killed");
    expect(resumed.stderr).toMatch(/3 tasks, [12] done earlier/);
    expect(resumed.stdout).toBe(whole.stdout);
  });

  it("B16: a sample is exactly as large as it is asked for, the same each time", async () => {
    const drawn = async (seed: string, out: string) => {
      const finished = await rank(
        "--dataset",
        "rows.jsonl",
        ...BENCHMARK,
        "--sample",
        "2",
        "--seed",
        seed,
        "--out",
        out,
        "--json",
      );
      const events = jsonLines(finished);
      return events
        .filter(({ type }) => type === "task-ranked")
        .map(({ task }) => String(task))
        .sort();
    };
    const first = await drawn("1", "sample-a");
    expect(first.length).toBe(2);
    expect(await drawn("1", "sample-b")).toEqual(first);
  });

  it("one task by an oracle that knows the hidden tests alone", async () => {
    const words = [
      "--task",
      "rows.jsonl#3",
      "--oracle",
      "hidden",
      ...BENCHMARK,
      "--rewrite",
      "all",
      "--values",
      "--protect",
    ];
    const finished = await rank(...words, "--out", "hidden");
    expect(finished).toMatchObject({ code: 0 });
    expect(finished.stdout).toContain("| 1 |");
  });
});

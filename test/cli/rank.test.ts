/** `codergen rank` over pipes, files, benchmarks and a scripted model: B7, B9, B10, B11, B13, B14, B16. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codergen, type Finished, jsonLines } from "../helpers/codergen.ts";
import { type ScriptedServer, startScriptedServer } from "../helpers/scripted-server.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";

const folder = tempFolderForSuite();
const bundle = fileURLToPath(new URL("../../dist/cli/main.mjs", import.meta.url));

/** Rows of this project's own, in the fields of MBPP, sanitized MBPP, HumanEval, and plain. */
const ROWS = [
  {
    task_id: 1,
    text: "The larger of two numbers.",
    code: "import math\r\ndef larger(a, b):\r\n    if a > b:\r\n        return a\r\n    return b\r\n",
    test_list: ["assert larger(1, 2) == 2", "assert larger(5, 2) == 5", "assert larger(-1, -1) == -1"],
    test_setup_code: "",
    challenge_test_list: ["assert larger(0, 9) == 9"],
  },
  {
    task_id: 2,
    prompt: "Sort, then merge: the name of one function is in the other's.",
    code: "def merge(a, b):\n    return sorted(a + b)\n\ndef merge_sort(a):\n    return merge(a[:1], a[1:])\n",
    test_imports: ["import math as m"],
    test_list: ["assert merge_sort([3, 1]) == [1, int(m.sqrt(9))]", "assert merge_sort([]) == []"],
  },
  {
    task_id: "X/0",
    prompt: 'def check_twice(x: int) -> int:\n    """ Twice a number. """\n',
    entry_point: "check_twice",
    canonical_solution: "    return 2 * x\n",
    test: "def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(0) == 0\n    assert candidate(-3) == -6\n",
  },
];
const BROKEN = {
  task_id: 9,
  text: "A name that no test has.",
  code: "larger = lambda a, b: a",
  test_list: ["assert other(1) == 1"],
};

beforeAll(async () => {
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  await writeFile(join(folder(), "rows.jsonl"), lines(ROWS));
  await writeFile(join(folder(), "broken.jsonl"), lines([...ROWS.slice(0, 1), BROKEN, ...ROWS.slice(2)]));
  await writeFile(
    join(folder(), "plain.json"),
    JSON.stringify({ id: "plain/1", text: "Twice.", functionName: "twice", signature: "def twice(x):" }),
  );
  await mkdir(join(folder(), "programs"));
  await writeFile(join(folder(), "programs/a.py"), "def twice(x):\n    return 2 * x\n");
  await writeFile(join(folder(), "programs/b.py"), "def twice(x):\n    return x * x\n");
  await writeFile(join(folder(), "programs/c.py"), "def twice(x):\n    return x + 3\n");
  await writeFile(
    join(folder(), "tests.jsonl"),
    lines([{ test: "assert twice(2) == 4" }, { test: "assert twice(3) == 6" }]),
  );
});

function rank(...words: string[]): Promise<Finished> {
  return codergen(["rank", ...words, "--cache-dir", join(folder(), "cache")], { cwd: folder() });
}

const PLAIN = [
  "--task",
  "plain.json",
  "--candidates",
  "programs",
  "--tests",
  "tests.jsonl",
  "--test-policy",
  "input-order",
];

describe("a session without a terminal", () => {
  it("answers from a file; a task is text and a signature", async () => {
    await writeFile(join(folder(), "answers.txt"), "what\nY\n = 6\n");
    const finished = await rank(...PLAIN, "--answers", "answers.txt", "--out", "by-file");
    expect(finished).toMatchObject({ code: 0 });
    expect(finished.stderr).toContain('"what" is no answer');
    expect(finished.stdout).toContain("1. c1");
    expect(await readFile(join(folder(), "by-file/test_solution.py"), "utf8")).toContain(
      "assert twice(3) == 6",
    );
  });

  it("a plain pipe; --json says everything that happens", async () => {
    const command = [
      bundle,
      "rank",
      ...PLAIN,
      "--json",
      "--out",
      "by-pipe",
      "--cache-dir",
      join(folder(), "cache"),
    ];
    const child = spawn(process.execPath, command, { cwd: folder(), stdio: ["pipe", "pipe", "ignore"] });
    child.stdin.end("s\nyes\n");
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(0);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ type }) => type)).toEqual([
      "prepared",
      "question",
      "answered",
      "question",
      "answered",
      "ending",
      "file-written",
      "file-written",
      "file-written",
      "result",
    ]);
    expect(events.at(-1)).toMatchObject({ stopped: "no-tests" });
  });

  it("without further lines the session waits for the next start", async () => {
    await writeFile(join(folder(), "none.txt"), "");
    const finished = await rank(...PLAIN, "--answers", "none.txt", "--out", "later");
    expect(finished.code).toBe(0);
    expect(finished.stderr).toContain("The session is kept");
  });

  it("another task in the folder is a conflict, --restart starts over", async () => {
    const other = ["--text", "Twice.", "--signature", "def twice(x)", ...PLAIN.slice(2)];
    const refused = await rank(...other, "--answers", "none.txt", "--out", "later");
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("--restart");
    expect(await rank(...other, "--answers", "none.txt", "--out", "later", "--restart")).toMatchObject({
      code: 0,
    });
  });
});

describe("B7: what cannot be done is one line and exit code 2, before anything is run or asked", () => {
  it.each([
    [
      [
        "--task",
        "plain.json",
        "--test-policy",
        "distinguishin",
        "--candidates",
        "programs",
        "--tests",
        "tests.jsonl",
      ],
      /Did you mean "distinguishing"/,
    ],
    [
      [
        "--task",
        "plain.json",
        "--test-policy",
        "greedy",
        "--candidates",
        "programs",
        "--tests",
        "tests.jsonl",
      ],
      /looks at a reference/,
    ],
    [["--task", "plain.json", "--tests", "tests.jsonl"], /no reference to make mutants of/],
    [["--task", "plain.json", "--candidates", "model", "--tests", "tests.jsonl"], /none is named/],
    [["--task", "rows.jsonl"], /3 rows/],
    [["--task", "rows.jsonl#7"], /none is number 7/],
    [["--task", "absent.json"], /cannot read/],
    [["--text", "Twice."], /go together/],
    [["--dataset", "rows.jsonl", "--user", "drunk"], /not a simulated user/],
    [["--dataset", "rows.jsonl", "--task", "plain.json"], /one of --task/],
    [["--dataset", "rows.jsonl", "--rewrite", "some"], /give all, cluster/],
    [[], /one of --task/],
  ])("%j", async (words, message) => {
    const finished = await rank(...words, "--out", "refused");
    expect(finished.code).toBe(2);
    expect(finished.stderr).toMatch(message);
    expect(finished.stdout).toBe("");
  });
});

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

describe("B11: candidates and tests from a model", () => {
  let server: ScriptedServer;
  let programs = 0;
  beforeAll(async () => {
    server = await startScriptedServer({
      text: ({ messages }) => {
        const asksForTest = (messages.at(-1)?.content ?? "").includes("def test_twice()");
        if (asksForTest) return "<code>\ndef test_twice():\n    assert twice(5) == 10\n</code>";
        programs++;
        return programs % 2 === 0
          ? "```python\ndef twice(x):\n    return 2 * x\n```"
          : "<code>    return x + 3</code>";
      },
    });
  });
  afterAll(() => server.close());

  it("every sample is a request of its own; a second run asks nobody", async () => {
    const task = [
      "--text",
      "Twice the number.",
      "--signature",
      "def twice(x):",
      "--model",
      "scripted",
      "--base-url",
      server.baseUrl,
    ];
    await writeFile(join(folder(), "yes.txt"), "y\n");
    const words = [...task, "--count", "4", "--test-count", "2", "--answers", "yes.txt"];
    const finished = await rank(...words, "--out", "modelled");
    expect(finished).toMatchObject({ code: 0 });
    expect(server.answered()).toBe(6);
    expect(await readFile(join(folder(), "modelled/solution.py"), "utf8")).toContain("return 2 * x");
    const again = await rank(...words, "--out", "modelled-again");
    expect(again).toMatchObject({ code: 0, stdout: finished.stdout });
    expect(server.answered()).toBe(6);
  });
});

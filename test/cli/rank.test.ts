/** `codergen rank` over pipes and files, and with a scripted model: B7, B11, B14. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codergen, type Finished } from "../helpers/codergen.ts";
import { type ScriptedServer, startScriptedServer } from "../helpers/scripted-server.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";
import { writeRows } from "./rank-rows.ts";

const folder = tempFolderForSuite();
const bundle = fileURLToPath(new URL("../../dist/cli/main.mjs", import.meta.url));

beforeAll(async () => {
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  await writeRows(folder());
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
    expect(finished.stdout).toContain("1. a.py");
    expect(finished.stdout + finished.stderr).not.toContain("\u001b");
    expect(await readFile(join(folder(), "by-file/test_solution.py"), "utf8")).toContain(
      "assert twice(3) == 6",
    );
  });

  it("shows candidates by the files they came from", async () => {
    await writeFile(join(folder(), "show.txt"), "c\nc 1\nq\n");
    const finished = await rank(...PLAIN, "--answers", "show.txt", "--out", "named", "--json");
    expect(finished.stderr).toMatch(/1 {2}a\.py +✓ passes/);
    expect(finished.stderr).toContain("1. a.py");
    const last = JSON.parse(finished.stdout.trim().split("\n").at(-1) ?? "{}") as {
      candidates: { files: string[] }[];
    };
    expect(last.candidates.map(({ files }) => files)).toEqual([["a.py"], ["b.py"], ["c.py"]]);
  });

  it("keeps the right value that no candidate gives as an approved test", async () => {
    await writeFile(join(folder(), "value.txt"), "= 400\n");
    const finished = await rank(...PLAIN, "--answers", "value.txt", "--out", "right-value");
    expect(finished).toMatchObject({ code: 0 });
    expect(existsSync(join(folder(), "right-value/solution.py"))).toBe(false);
    expect(await readFile(join(folder(), "right-value/test_solution.py"), "utf8")).toContain(
      "assert twice(2) == 400",
    );
  });

  it("goes on only with the candidates it began with", async () => {
    await writeFile(join(folder(), "one.txt"), "y\nq\n");
    await mkdir(join(folder(), "changing"));
    await writeFile(join(folder(), "changing/a.py"), "def twice(x):\n    return 2 * x\n");
    await writeFile(join(folder(), "changing/b.py"), "def twice(x):\n    return x * x\n");
    const words = PLAIN.map((word) => (word === "programs" ? "changing" : word));
    await rank(...words, "--answers", "one.txt", "--out", "edited");
    await writeFile(join(folder(), "changing/b.py"), "def twice(x):\n    return x + x\n");
    const again = await rank(...words, "--answers", "one.txt", "--out", "edited");
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("other candidates or tests");
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

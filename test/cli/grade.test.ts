/** `codergen grade`: one line a sample, in the order of the file, each judged outside its own process. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import { limitsSchema } from "../../src/contracts/sandbox.ts";
import type { GradeRecord } from "../../src/index.ts";
import { gradeLines } from "../../src/pipeline/grade.ts";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const problems = [
  {
    task_id: "Tiny/0",
    prompt: 'import math\n\n\ndef area(radius):\n    """The area of a circle."""\n',
    entry_point: "area",
    canonical_solution: "    return math.pi * radius ** 2\n",
    test: "def check(candidate):\n    assert math.isclose(candidate(1), math.pi)\n    assert candidate(0) == 0\n",
  },
  {
    task_id: "Tiny/1",
    prompt: 'def count(top):\n    """Count slowly."""\n',
    entry_point: "count",
    canonical_solution: "    total = 0\n    while total < top:\n        total += 1\n    return total\n",
    test: "def check(candidate):\n    assert candidate(20_000_000) == 20_000_000\n",
  },
  { task_id: "Tiny/2", entry_point: "check", test: "assert candidate(3) == 4" },
];

async function grade(samples: readonly (object | string)[], more: readonly string[] = []) {
  const folder = await tempFolder();
  const [dataset, file] = [join(folder, "dataset.jsonl"), join(folder, "samples.jsonl")];
  const lines = (rows: readonly (object | string)[]) =>
    rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n");
  await writeFile(dataset, lines(problems));
  await writeFile(file, `${lines(samples)}\n`);
  const finished = await codergen(["grade", "--dataset", dataset, "--samples", file, "--json", ...more]);
  return { ...finished, records: jsonLines<GradeRecord>(finished) };
}

const right = { task_id: "Tiny/0", completion: "    return math.pi * radius ** 2\n" };

describe("codergen grade", () => {
  it("gives one line a sample in the input's order", async () => {
    const { code, records } = await grade([
      right,
      { task_id: "Tiny/0", solution: "def area(radius):\n    return 3.141592653589793 * radius * radius\n" },
      { task_id: "Tiny/0", completion: "    return 0\n" },
      { task_id: "Tiny/0", completion: "    return (\n" },
      { task_id: "Tiny/0", solution: "import os\nos._exit(0)\n" },
      { task_id: "Tiny/2", solution: "def check(value):\n    return value + 1\n" },
      { task_id: "Tiny/2", solution: "def other(value):\n    return value + 1\n" },
    ]);
    expect(records.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(records.map(({ passed }) => passed)).toEqual([true, true, false, false, false, true, false]);
    expect(records.map(({ outcome }) => outcome).slice(0, 5)).toEqual([
      "completed",
      "completed",
      "completed",
      "syntax-error",
      "exited-early",
    ]);
    expect(records.every(({ channel }) => channel === "separate")).toBe(true);
    expect(records[0]).toEqual({
      task_id: "Tiny/0",
      index: 0,
      passed: true,
      outcome: "completed",
      channel: "separate",
      reason: null,
    });
    expect(records[2]?.reason).toContain("AssertionError");
    expect(code).toBe(0);
  });

  it("ends with 4 when a sample stays ungraded, and never calls it wrong", async () => {
    const { code, records } = await grade([
      { task_id: "Nowhere/1", completion: "" },
      "{not json",
      { task_id: "Tiny/0" },
      right,
    ]);
    expect(records.map(({ passed }) => passed)).toEqual([null, null, null, true]);
    expect(records[1]?.reason).toBe("not a sample: not a JSON object");
    expect(records.map(({ outcome }) => outcome)).toEqual([
      "unknown-task",
      "invalid-sample",
      "invalid-sample",
      "completed",
    ]);
    expect(code).toBe(4);
  });

  it("does not take the same memory for a trick of the sample before", async () => {
    const wanted = "bytes(reversed(b'elpmas-tsrif-eht-fo-mark'))";
    const thief =
      "def area(radius):\n    with open('/proc/self/maps') as maps, open('/proc/self/mem', 'rb', 0) as memory:\n        for line in maps:\n            place, rights = line.split()[:2]\n            if 'r' in rights and '[v' not in line:\n                start, end = (int(part, 16) for part in place.split('-'))\n                memory.seek(start)\n                try:\n                    data = memory.read(min(end - start, 1 << 26))\n                except (OSError, ValueError, OverflowError):\n                    continue\n" +
      `                if b'# ' + ${wanted} in data:\n                    return 3.141592653589793 * radius * radius\n    return -1\n`;
    const solution =
      "def area(radius):\n    # kram-of-the-first-sample\n    return 3.141592653589793 * radius * radius\n";
    const { records } = await grade(
      [
        { task_id: "Tiny/0", solution },
        { task_id: "Tiny/0", solution: thief },
      ],
      ["--workers", "1"],
    );
    expect(records.map(({ passed }) => passed)).toEqual([true, false]);
  });

  it("T39: a right program that needs as long as the reference is no time-out", async () => {
    const { records } = await grade(
      [
        { task_id: "Tiny/1", completion: problems[1]?.canonical_solution ?? "" },
        { task_id: "Tiny/1", completion: "    while True:\n        pass\n" },
      ],
      ["--cpu-seconds", "1"],
    );
    expect(records.map(({ passed }) => passed)).toEqual([true, false]);
    expect(records[1]?.outcome).toBe("timeout");
  });

  it("T27: a solution in a fence, with prose around it, is the program in it; a fence in a docstring is none", async () => {
    const program = "import math\n\n\ndef area(radius):\n    return math.pi * radius ** 2\n";
    const documented = program.replace(
      "    return",
      '    """Example:\n\n```\narea(1)\n```\n    """\n    return',
    );
    const { records } = await grade([
      { task_id: "Tiny/0", solution: `Here you are:\n\n\`\`\`python\n${program}\`\`\`\nIt uses pi.` },
      { task_id: "Tiny/0", solution: documented },
      { task_id: "Tiny/0", solution: "```python\ndef area(radius:\n```" },
    ]);
    expect(records.map(({ passed }) => passed)).toEqual([true, true, false]);
    expect(records[2]?.outcome).toBe("syntax-error");
  });

  it("says what is wrong with the files", async () => {
    const missing = await codergen(["grade", "--dataset", "no-such.jsonl", "--samples", "none.jsonl"]);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("no-such.jsonl");
  });
});

describe("a sandbox that breaks", () => {
  it("T62: leaves every sample ungraded, none wrong", async () => {
    const manager = await createEnvironmentManager({ cacheDir: join(tmpdir(), "codergen-test-cache") });
    const sandbox = await createSandbox({ backend: "auto", workers: 1 });
    const environment = { ...(await manager.resolve([])), python: "/no/such/python" };
    const records: GradeRecord[] = [];
    const context = {
      sandbox,
      environment,
      problems: new Map([
        ["Tiny/2", { ...problems[2], prompt: "", task_id: "Tiny/2", entry_point: "f", test: "" }],
      ]),
      limits: limitsSchema.parse({}),
      cpuFactor: 5,
      workers: 1,
      signal: new AbortController().signal,
    };
    async function* samples() {
      yield { task_id: "Tiny/2", solution: "def f(): pass" };
    }
    for await (const record of gradeLines(samples(), context)) records.push(record);
    await sandbox.close();
    expect(records).toMatchObject([{ passed: null, outcome: "sandbox-failure", channel: null }]);
  });
});

/**
 * A real build, read by those who will read it: Python's `datasets`, `python task.py`, and `pytest`.
 * Needs CODERGEN_READERS, a virtual environment with `datasets` and `pytest` (`.ci/run` makes one).
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { VerifyRecord } from "../../src/contracts/execution.ts";
import type { Summary } from "../../src/contracts/summary.ts";
import { codergen } from "../helpers/codergen.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";

const run = promisify(execFile);
const readers = process.env["CODERGEN_READERS"];
const python = readers === undefined ? "" : join(readers, "bin", "python");
if (readers === undefined) {
  console.warn("skipped: reading the export by datasets and pytest (CODERGEN_READERS names no environment)");
}

/** Exit code and output of a program, whatever the code. */
async function outcomeOf(
  file: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number; stdout: string }> {
  try {
    return { code: 0, stdout: (await run(file, [...args], { cwd, maxBuffer: 1 << 26 })).stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, stdout };
  }
}

describe.skipIf(readers === undefined)("the export of a real build", () => {
  const folder = tempFolderForSuite();
  let summary: Summary;
  let verdicts: VerifyRecord[];

  beforeAll(async () => {
    const words = [
      "build",
      "--source",
      "pydoc",
      "--package",
      "statistics",
      "--package",
      "textwrap",
      "--package",
      "heapq",
    ];
    const { code, stderr } = await codergen([...words, "--out", join(folder(), "run")]);
    expect(code, stderr).toBe(0);
    summary = JSON.parse(readFileSync(join(folder(), "run", "summary.json"), "utf8")) as Summary;
    verdicts = readFileSync(join(folder(), "run", "verdicts.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as VerifyRecord);
  }, 300_000);

  it("adds up", () => {
    const { scrape, generate, verify } = summary;
    expect(scrape.accepted + scrape.rejected).toBe(scrape.inputs);
    expect(generate.documents).toBe(scrape.accepted);
    expect(generate.generated + generate.rejected + generate.ungraded).toBe(generate.documents);
    expect(Object.values(verify.tiers).reduce((sum, count) => sum + count, 0)).toBe(verify.tasks);
    expect(summary.export.all).toBe(verify.tiers.all + verify.tiers.verified);
    expect(summary.export.all).toBeGreaterThan(15);
  });

  it("is read by datasets.load_dataset with the counts of summary.json", { timeout: 120_000 }, async () => {
    const script = [
      "import json, sys, datasets",
      "out = {}",
      "for name in ['any', 'all', 'verified']:",
      "    rows = datasets.load_dataset(sys.argv[1], name, split='test', cache_dir=sys.argv[2])",
      "    out[name] = [len(rows), sorted(rows.column_names), rows[0]['requirements'], rows[0]['case_kinds']]",
      "print(json.dumps(out))",
    ].join("\n");
    const { stdout } = await run(python, [
      "-c",
      script,
      join(folder(), "run", "export"),
      join(folder(), "cache"),
    ]);
    const read = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Record<
      string,
      [number, string[], string[], string[]]
    >;
    expect(Object.fromEntries(Object.entries(read).map(([name, [count]]) => [name, count]))).toEqual(
      summary.export,
    );
    expect(read["all"]?.[1]).toContain("instruction");
    expect(read["all"]?.[3]).toEqual(["normal", "edge", "correctness"]);
  });

  it("has files that give the same verdicts by python and by pytest", { timeout: 300_000 }, async () => {
    const tasks = join(folder(), "run", "export", "tasks");
    const files = readdirSync(tasks, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".py"),
    );
    expect(files.length).toBe(summary.export.any);
    for (const file of files) {
      const record = verdicts.find(({ taskId }) => file.endsWith(`/${taskId}.py`));
      const passes = record?.cases.every(({ verdict }) => verdict === "passed");
      const byHand = await outcomeOf(python, [file], tasks);
      expect(byHand.code === 0, `${file}\n${byHand.stdout}`).toBe(passes);
      expect(byHand.stdout).toMatch(
        /^Testing started\.\n(Testing case \[\d\/3\] started\.\n(succeeded|failed)\n){3}Testing finished\.\n$/,
      );
    }
    const collected = await outcomeOf(
      python,
      ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA", ...files],
      tasks,
    );
    const expected = verdicts.flatMap(({ taskId, cases }) =>
      cases.map(({ name, verdict }) => `${taskId}.py::${name} ${verdict === "passed"}`),
    );
    const actual = [...collected.stdout.matchAll(/^(PASSED|FAILED|ERROR) \S*?([^/\s]+\.py)::(\w+)/gm)].map(
      ([, result, file, name]) => `${file}::${name} ${result === "PASSED"}`,
    );
    expect(actual.sort()).toEqual(expected.sort());
  });
});

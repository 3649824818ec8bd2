/**
 * Every training format of a real run, loaded by those who will read it: `datasets`, TRL with PEFT, LLaMA-Factory, Axolotl,
 * Unsloth's arguments, OpenAI's schema. CODERGEN_TORCH names a Python with torch, transformers, trl, peft and datasets;
 * of the others those are tried that it has.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { trainingFormats } from "../../src/contracts/training.ts";
import type { TaskRow } from "../../src/contracts/task-row.ts";
import { packageRoot } from "../../src/io/package-root.ts";
import { trainingAsParquet } from "../../src/pipeline/training-parquet.ts";
import { codergen } from "../helpers/codergen.ts";
import { evaluateAll, tinyProblems, writeRows } from "../helpers/evaluation.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";

const python = process.env["CODERGEN_TORCH"] ?? "";
if (python === "") console.warn("skipped: training sets read by trainers: CODERGEN_TORCH names no Python");
const PACKAGES = ["statistics", "textwrap", "heapq"].flatMap((name) => ["--package", name]);

interface Read {
  readonly formats: Record<string, Record<string, unknown>>;
  readonly skipped: readonly string[];
  readonly differs: readonly string[];
}

function lines<Row>(path: string): Row[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

describe.skipIf(python === "")("training sets of a real run", () => {
  const folder = tempFolderForSuite();
  const run = () => join(folder(), "run");
  let rows: TaskRow[];

  beforeAll(async () => {
    const built = await codergen(["build", "--source", "pydoc", ...PACKAGES, "--out", run()]);
    expect(built.code, built.stderr).toBe(0);
    rows = lines<TaskRow>(join(run(), "export/jsonl/all.jsonl"));
    const broken = rows.slice(0, 12).map((row) => ({
      task_id: row.task_id,
      solution: `${row.imports}\n\n\n${row.function.replace(/^( +)return [\s\S]*$/m, "$1return missing_name\n")}`,
    }));
    const samples = await writeRows(join(folder(), "broken.jsonl"), broken);
    const out = join(folder(), "evaluation");
    await evaluateAll({ dataset: run(), samples, out, stubs: false, checkReferences: false });
  }, 600_000);

  it("are what the run holds, and every reader gets all of it", { timeout: 900_000 }, async () => {
    const exported = await codergen([
      ...["export", run(), "--format", ...trainingFormats, "--split", "60,20,20"],
      ...["--attempts", join(folder(), "evaluation")],
    ]);
    expect(exported.code, exported.stderr).toBe(0);
    const training = join(run(), "training");
    const placed = lines<{ taskId: string; split: string; line: number }>(join(training, "chat/index.jsonl"));
    expect(placed.length).toBeGreaterThan(20);
    for (const { taskId, split, line } of placed) {
      const row = rows.find(({ task_id }) => task_id === taskId);
      const example = lines<{ messages: { content: string }[] }>(join(training, "chat", `${split}.jsonl`))[
        line
      ];
      expect(example?.messages.at(-2)?.content).toContain(row?.instruction.trim());
      expect(example?.messages.at(-1)?.content).toContain(row?.function.trim());
    }
    await trainingAsParquet(training, folder());
    const { stdout } = await promisify(execFile)(
      python,
      [
        ...[join(packageRoot(), "scripts/read_training_sets.py"), training],
        ...["--parquet", join(folder(), "training"), "--steps", "1"],
      ],
      { maxBuffer: 1 << 26 },
    );
    const read = JSON.parse(stdout) as Read;
    if (read.skipped.length > 0) console.warn(`skipped: not installed: ${read.skipped.join(", ")}`);
    expect(read.differs).toEqual([]);
    expect(Object.keys(read.formats).toSorted()).toEqual([...trainingFormats].toSorted());
    for (const format of ["chat", "repair", "preference", "completion", "sharegpt", "alpaca"])
      expect(read.formats[format]).toMatchObject({
        datasets: "json and parquet",
        trl: expect.stringContaining("with PEFT, 1 steps") as string,
      });
  });

  it("refuse failures of another dataset, and say what to give", { timeout: 300_000 }, async () => {
    const dataset = await writeRows(join(folder(), "tiny.jsonl"), tinyProblems);
    const wrong = tinyProblems.map(({ task_id, prompt }) => ({
      task_id,
      solution: `${prompt}    return missing`,
    }));
    const samples = await writeRows(join(folder(), "wrong.jsonl"), wrong);
    const out = join(folder(), "other");
    await evaluateAll({ dataset, samples, out, stubs: false });
    const { code, stderr } = await codergen(["export", run(), "--format", "repair", "--attempts", out]);
    expect(code).toBe(2);
    expect(stderr).toContain("is the evaluation of another dataset");
    expect(stderr).toContain(`codergen evaluate ${run()}`);
  });
});

/**
 * Honest programs must pass: the reference programs of HumanEval and MBPP, each with its tests in a grader's
 * process: `node scripts/bench/run.mjs honest [FOLDER] [workers]`. Ends with 1 when one is rejected that is not
 * known to fail by itself.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GradeRecord } from "../../src/contracts/grade.ts";
import { gradeSamples } from "../../src/api/grade.ts";
import { asProblem, type MbppRecord } from "./mbpp-problem.ts";

/** References that fail their own tests wherever they are run, and why. */
const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  "MBPP/596": "expects sys.getsizeof of another Python version",
  "MBPP/642": "expects an order of a set's items",
};

const benchmarks = process.argv[2] ?? "../shared/benchmarks";
const workers = Number(process.argv[3] ?? 2);

interface Pair {
  readonly problem: object;
  readonly sample: object;
}

function read<Row>(name: string): Row[] {
  const path = join(benchmarks, name);
  if (!existsSync(path)) {
    process.stderr.write(`skipped: ${path} is not there\n`);
    return [];
  }
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Row);
}

interface HumanEvalRecord {
  readonly task_id: string;
  readonly prompt: string;
  readonly canonical_solution: string;
}

const humanEval = read<HumanEvalRecord>("HumanEval.jsonl").map((problem): Pair => {
  const { task_id, prompt, canonical_solution } = problem;
  return { problem, sample: { task_id, solution: prompt + canonical_solution } };
});
const mbpp = read<MbppRecord>("mbpp.jsonl").map((record): Pair => {
  const problem = asProblem(record);
  return { problem, sample: { task_id: problem.task_id, solution: record.code } };
});

const pairs = [...humanEval, ...mbpp];
if (pairs.length === 0) process.exit(0);
const folder = mkdtempSync(join(tmpdir(), "codergen-honest-"));
const [dataset, samples] = [join(folder, "dataset.jsonl"), join(folder, "samples.jsonl")];
const write = (path: string, rows: readonly object[]) =>
  writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
write(
  dataset,
  pairs.map(({ problem }) => problem),
);
write(
  samples,
  pairs.map(({ sample }) => sample),
);

const started = performance.now();
const rejected: GradeRecord[] = [];
let shared = 0;
for await (const record of gradeSamples({ dataset, samples, workers })) {
  if (record.channel === "shared") shared += 1;
  if (record.passed === true) continue;
  const known = KNOWN_FAILURES[record.task_id ?? ""];
  process.stdout.write(
    `${known === undefined ? "REJECTED" : "known"} ${record.task_id}: ${known ?? record.reason}\n`,
  );
  if (known === undefined) rejected.push(record);
}
rmSync(folder, { recursive: true, force: true });
const seconds = Math.round((performance.now() - started) / 100) / 10;
process.stdout.write(
  `${pairs.length} honest programs, ${rejected.length} rejected, ${shared} in one process, ${seconds} s\n`,
);
process.exitCode = rejected.length > 0 ? 1 : 0;

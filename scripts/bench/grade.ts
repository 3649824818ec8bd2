/**
 * Speed of grading, beside EvalPlus's evaluator on the same programs, in turns:
 * `node scripts/bench/run.mjs grade [DATASET] [workers] [rounds]`. DATASET is HumanEval's file; its reference
 * programs are the samples. EvalPlus is installed from the package index, or found by EVALPLUS_PYTHON.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gradeSamples } from "../../src/api/grade.ts";
import { evalplusPython } from "./evalplus-python.ts";

const dataset = process.argv[2] ?? "../shared/benchmarks/HumanEval.jsonl";
const workers = Number(process.argv[3] ?? 2);
const rounds = Number(process.argv[4] ?? 5);
const cacheDir = process.env["CODERGEN_CACHE_DIR"] ?? join(tmpdir(), "codergen-bench-cache");

if (!existsSync(dataset)) {
  process.stderr.write(`skipped: ${dataset} is not there\n`);
  process.exit(0);
}

interface Problem {
  readonly task_id: string;
  readonly prompt: string;
  readonly canonical_solution: string;
}

const folder = mkdtempSync(join(tmpdir(), "codergen-bench-"));
const samples = join(folder, "samples.jsonl");
const problems = readFileSync(dataset, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Problem);
const lines = problems.map(({ task_id, prompt, canonical_solution }) =>
  JSON.stringify({ task_id, solution: prompt + canonical_solution }),
);

/** Seconds for all samples once the first (which starts the processes) is graded. */
async function oursSeconds(): Promise<number> {
  const warm = 2 * workers;
  writeFileSync(samples, `${[...lines.slice(0, warm), ...lines].join("\n")}\n`);
  let started = 0;
  let passed = 0;
  let seen = 0;
  for await (const record of gradeSamples({ dataset, samples, workers, cacheDir })) {
    seen += 1;
    if (seen === warm) started = performance.now();
    else if (seen > warm) passed += record.passed === true && record.channel === "separate" ? 1 : 0;
  }
  if (passed !== lines.length) process.stderr.write(`only ${passed} of ${lines.length} passed separately\n`);
  return (performance.now() - started) / 1000;
}

function evalplusSeconds(python: string): number {
  const script = "scripts/bench/evalplus_core.py";
  const said = execFileSync(python, [script, dataset, String(workers)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return (JSON.parse(said.trim().split("\n").at(-1) ?? "{}") as { seconds: number }).seconds;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rounded = (value: number) => Math.round(value * 1000) / 1000;

const python = evalplusPython(cacheDir);
const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  ours.push(await oursSeconds());
  if (python !== null) theirs.push(evalplusSeconds(python));
}
rmSync(folder, { recursive: true, force: true });
const result = {
  programs: lines.length,
  workers,
  rounds,
  "codergen grade: seconds (median)": rounded(median(ours)),
  "codergen grade: programs/s": Math.round(lines.length / median(ours)),
  ...(python === null
    ? {}
    : {
        "EvalPlus: seconds (median)": rounded(median(theirs)),
        "EvalPlus: programs/s": Math.round(lines.length / median(theirs)),
        ratio: rounded(median(theirs) / median(ours)),
      }),
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);

/**
 * Thousands of samples: `node scripts/bench/run.mjs evaluate-many [DATASET] [samples] [workers]` evaluates 10,000 distinct
 * right programs (HumanEval's references, each with a comment of its own), prints memory on the way and throughput
 * beside EvalPlus's on the same file. EvalPlus is installed from the package index, or found by EVALPLUS_PYTHON.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluate } from "../../src/index.ts";
import type { HumanEvalRow } from "./evalplus-agreement.ts";
import { evalplusPython } from "./evalplus-python.ts";

const dataset = process.argv[2] ?? "../shared/benchmarks/HumanEval.jsonl";
const count = Number(process.argv[3] ?? 10_000);
const workers = Number(process.argv[4] ?? 2);
if (!existsSync(dataset)) {
  process.stderr.write(`skipped: ${dataset} is not there\n`);
  process.exit(0);
}
const rows = readFileSync(dataset, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as HumanEvalRow);
const folder = mkdtempSync(join(tmpdir(), "codergen-many-"));
const samples = join(folder, "samples.jsonl");
const lines = Array.from({ length: count }, (_, index) => {
  const row = rows[index % rows.length] as HumanEvalRow;
  return `${JSON.stringify({ task_id: row.task_id, solution: `${row.prompt}${row.canonical_solution}\n# ${index}\n` })}\n`;
});
writeFileSync(samples, lines.join(""));
lines.length = 0;

const memory: { readonly samples: number; readonly megabytes: number; readonly heap: number }[] = [];
const megabytes = (bytes: number) => Math.round(bytes / 1e6);
const work = evaluate({
  dataset,
  samples,
  out: join(folder, "out"),
  workers,
  stubs: false,
  checkReferences: false,
});
const started = performance.now();
let graded = 0;
let passed = 0;
for (let step = await work.next(); step.done !== true; step = await work.next()) {
  if (step.value.type !== "sample-graded") continue;
  graded++;
  if (step.value.passed === "all") passed++;
  if (graded % Math.ceil(count / 10) === 0 || graded === 200) {
    const { rss, heapUsed } = process.memoryUsage();
    memory.push({ samples: graded, megabytes: megabytes(rss), heap: megabytes(heapUsed) });
  }
}
const seconds = (performance.now() - started) / 1_000;

const python = evalplusPython(process.env["CODERGEN_CACHE_DIR"] ?? join(tmpdir(), "codergen-bench-cache"));
let theirs: number | null = null;
if (python !== null) {
  const words = [
    "scripts/bench/evalplus_verdicts.py",
    dataset,
    samples,
    join(folder, "rows.jsonl"),
    String(workers),
  ];
  const said = execFileSync(python, words, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
  theirs = (JSON.parse(said.trim().split("\n").at(-1) ?? "{}") as { seconds: number }).seconds;
}
rmSync(folder, { recursive: true, force: true });
const result = {
  samples: count,
  workers,
  passed,
  seconds: Math.round(seconds),
  "samples/s": Math.round((10 * count) / seconds) / 10,
  evalplusSeconds: theirs === null ? null : Math.round(theirs),
  "EvalPlus samples/s": theirs === null ? null : Math.round((10 * count) / theirs) / 10,
  memory,
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);

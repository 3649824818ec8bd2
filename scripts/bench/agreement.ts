/**
 * Do EvalPlus's evaluator and ours agree, sample by sample? `node scripts/bench/run.mjs agreement [DATASET] [mutants]
 * [workers]`: HumanEval's references and mutants (3 a task) of them. Prints every difference; EvalPlus is installed
 * from the package index, or found by EVALPLUS_PYTHON.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareWithEvalPlus, type HumanEvalRow, referencesAndMutants } from "./evalplus-agreement.ts";
import { evalplusPython } from "./evalplus-python.ts";

const dataset = process.argv[2] ?? "../shared/benchmarks/HumanEval.jsonl";
const mutants = Number(process.argv[3] ?? 3);
const workers = Number(process.argv[4] ?? 2);
const python = evalplusPython(process.env["CODERGEN_CACHE_DIR"] ?? join(tmpdir(), "codergen-bench-cache"));
if (!existsSync(dataset) || python === null) {
  process.stderr.write(`skipped: ${python === null ? "no EvalPlus" : `${dataset} is not there`}\n`);
  process.exit(0);
}
const rows = readFileSync(dataset, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as HumanEvalRow);
const samples = await referencesAndMutants(rows, mutants);
const folder = mkdtempSync(join(tmpdir(), "codergen-agreement-"));
const found = await compareWithEvalPlus(rows, samples, { python, folder, workers });
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);

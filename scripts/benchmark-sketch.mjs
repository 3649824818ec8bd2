#!/usr/bin/env node
/**
 * Makes data/benchmark-sketch.json of HumanEval's and MBPP's files: `node scripts/benchmark-sketch.mjs [folder]`, where
 * the folder (../shared/benchmarks) has HumanEval.jsonl, mbpp.jsonl and sanitized-mbpp.json. To be made again when the
 * n-grams of src/audit/contamination change; test/audit/contamination.test.ts notices it.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = process.argv[2] ?? join(root, "../shared/benchmarks");
const files = ["HumanEval.jsonl", "mbpp.jsonl", "sanitized-mbpp.json"].map((name) => join(folder, name));
const words = ["sketch", ...files, "--to", join(root, "data/benchmark-sketch.json")];
const run = spawnSync(process.execPath, [join(root, "dist/cli/main.mjs"), ...words], { stdio: "inherit" });
process.exit(run.status ?? 1);

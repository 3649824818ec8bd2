#!/usr/bin/env node
/**
 * A whole build with a small model on this machine: from model cards, PyTorch Hub pages and API records when the
 * corpora are there, else from the standard library's documentation. Quality is not judged: every document has to end in a true state.
 *
 *   node scripts/try-local-model.mjs [--documents 24] [--max-tokens 192] [--rounds 1] [--out runs/local-model]
 *
 * CODERGEN_SHARED: where corpora/ lies (default: ../shared beside the checkout).
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "24" },
    "max-tokens": { type: "string", default: "192" },
    rounds: { type: "string", default: "1" },
    generator: { type: "string", default: "single" },
    out: { type: "string", default: join(root, "runs", "local-model") },
  },
});
const corpora = join(process.env.CODERGEN_SHARED ?? resolve(root, "../shared"), "corpora");
const folder = mkdtempSync(join(tmpdir(), "codergen-local-"));
const third = Math.ceil(Number(values.documents) / 3);

function node(...words) {
  return spawnSync(process.execPath, words, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
}

/** The shortest pages: a small model on a processor reads slowly. */
function shortPages(name) {
  const from = join(corpora, name);
  if (!existsSync(from)) return null;
  const to = join(folder, name);
  mkdirSync(to);
  readdirSync(from)
    .filter((file) => file.endsWith(".md") && !file.startsWith("_") && statSync(join(from, file)).size > 600)
    .sort((a, b) => statSync(join(from, a)).size - statSync(join(from, b)).size)
    .slice(0, third)
    .forEach((file) => cpSync(join(from, file), join(to, file)));
  return to;
}

function someRecords(name) {
  const from = join(corpora, "apibench", name);
  if (!existsSync(from)) return null;
  const to = join(folder, name);
  writeFileSync(to, `${readFileSync(from, "utf8").split("\n").slice(0, third).join("\n")}\n`);
  return to;
}

const pages = [
  { source: "huggingface", from: shortPages("hub_cards") },
  { source: "torchhub", from: shortPages("torchhub") },
  { source: "apibench", from: someRecords("torchhub_api.jsonl") },
].filter(({ from }) => from !== null);
for (const name of ["hub_cards", "torchhub", "apibench"])
  if (!existsSync(join(corpora, name)))
    console.log(`skipped: corpora/${name} is not there (set CODERGEN_SHARED)`);

const started = node("scripts/local-model.mjs", "start");
if (started.status !== 0) process.exit(1);
const config = {
  name: "local-model",
  out: values.out,
  sources: pages.length > 0 ? pages : [{ source: "pydoc", packages: ["statistics"] }],
  generator: values.generator,
  model: {
    name: "gemma-3-270m",
    baseUrl: started.stdout.trim(),
    rounds: Number(values.rounds),
    concurrency: 2,
    timeoutSeconds: 300,
    sampling: { maxTokens: Number(values["max-tokens"]) },
    maxTokensCeiling: Number(values["max-tokens"]),
  },
  environments: { allow: ["numpy"] },
  verify: { reruns: 1 },
};
const file = join(folder, "codergen.yaml");
writeFileSync(file, JSON.stringify(config));
const build = spawnSync(process.execPath, ["dist/cli/main.mjs", "build", "--config", file, "--restart"], {
  cwd: root,
  stdio: "inherit",
});
node("scripts/local-model.mjs", "stop");
rmSync(folder, { recursive: true, force: true });
if (build.status !== 0) process.exit(1);

const { scrape, generate, money } = JSON.parse(readFileSync(join(values.out, "summary.json"), "utf8"));
const share = (count, all) => `${count} (${((100 * count) / all).toFixed(1)} %)`;
const answers = Object.values(money.outcomes).reduce((sum, count) => sum + count, 0);
console.log(`\n${scrape.accepted} documents of ${scrape.inputs} inputs`);
for (const [outcome, count] of Object.entries(money.outcomes))
  console.log(`  answers ${outcome}: ${share(count, answers)}`);
console.log(`  documents with a task: ${share(generate.generated, generate.documents)}`);
for (const [reason, count] of Object.entries(generate.rejectedByReason))
  console.log(`  documents rejected, ${reason}: ${share(count, generate.documents)}`);
const ended = generate.generated + generate.rejected;
console.log(`${ended} of ${generate.documents} documents ended in a state, ${generate.ungraded} stayed open`);
process.exit(
  ended === generate.documents && generate.documents >= Math.min(20, Number(values.documents)) ? 0 : 1,
);

/**
 * Replays recorded cases of TiCoder against this implementation and says of each that does not apply why:
 * `npm run replay-golden -- FILE [--benchmarks FOLDER] [--quiet]`. Ends with `N passed, N failed, N skipped`, and with 1
 * when one failed.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tmpdir } from "node:os";
import { limitsSchema } from "../src/contracts/sandbox.ts";
import type { MatrixContext } from "../src/pipeline/rank/pass-matrix.ts";
import { loadPython } from "../src/python/index.ts";
import { createToolkit } from "../src/registry.ts";
import type { GoldenCase, Replayed, Tools } from "./golden/case.ts";
import { kinds } from "./golden/kinds.ts";

const words = process.argv.slice(2);
const file = words.find((word) => !word.startsWith("--"));
if (file === undefined || !existsSync(file)) {
  process.stderr.write("Usage: npm run replay-golden -- FILE [--benchmarks FOLDER] [--quiet]\n");
  process.exit(2);
}

const WORKERS = 2;
const toolkit = createToolkit({
  sandbox: "auto",
  workers: WORKERS,
  python: "python3",
  cacheDir: join(tmpdir(), "codergen-golden-cache"),
});
let context: Promise<MatrixContext> | null = null;

async function makeContext(): Promise<MatrixContext> {
  const signal = new AbortController().signal;
  return {
    sandbox: await toolkit.sandbox(),
    environment: await (await toolkit.environments()).resolve(["numpy"], signal),
    limits: limitsSchema.parse({ cpuSeconds: 1, wallSeconds: 10 }),
    channel: "shared",
    prelude: true,
    cache: { get: async () => ({}), put: async () => undefined },
    concurrency: WORKERS,
    signal,
  };
}

function benchmarkFolder(golden: string): string | null {
  const at = words.indexOf("--benchmarks");
  const folders = [
    at < 0 ? "" : (words[at + 1] ?? ""),
    join(dirname(resolve(golden)), "../benchmarks"),
    "../shared/benchmarks",
  ];
  return folders.find((folder) => folder !== "" && existsSync(folder)) ?? null;
}

const tools: Tools = {
  python: await loadPython(),
  context: () => (context ??= makeContext()),
  benchmarks: benchmarkFolder(file),
};

async function replayed(golden: GoldenCase): Promise<Replayed> {
  const replay = kinds[golden.kind];
  if (replay === undefined) return { state: "failed", detail: `cases of kind ${golden.kind} are not known` };
  try {
    return await replay(golden, tools);
  } catch (error) {
    return {
      state: "failed",
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

const { cases } = JSON.parse(readFileSync(file, "utf8")) as { readonly cases: readonly GoldenCase[] };
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const golden of cases) {
  const result = await replayed(golden);
  counts[result.state]++;
  if (result.state === "failed") process.stdout.write(`FAILED  ${golden.id}: ${result.detail}\n`);
  if (result.state === "skipped" && !words.includes("--quiet"))
    process.stdout.write(`skipped ${golden.id}: ${result.reason}\n`);
}
await toolkit.close();
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

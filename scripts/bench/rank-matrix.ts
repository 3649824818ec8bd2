/**
 * Time and number of runs of pass matrices: `node scripts/bench/run.mjs rank-matrix [channel]` (separate).
 * 10 × 10 with one endless candidate at one and two workers (limit 1 s), the same again from the cache; then 100 × 50.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import type { Channel } from "../../src/contracts/execution.ts";
import { rankingTaskSchema } from "../../src/contracts/ranking.ts";
import { limitsSchema } from "../../src/contracts/sandbox.ts";
import { cellCacheFolder } from "../../src/io/cell-cache-folder.ts";
import { passMatrix } from "../../src/pipeline/rank/pass-matrix.ts";
import { loadPython } from "../../src/python/index.ts";
import { hiddenTests } from "../../src/rank/hidden-tests.ts";
import { distinctCandidates, testsOf } from "../../src/rank/prepare-task.ts";

const channel = (process.argv[2] ?? "separate") as Channel;
const folder = mkdtempSync(join(tmpdir(), "codergen-rank-"));
const python = await loadPython();
const manager = await createEnvironmentManager({
  python: "python3",
  cacheDir: process.env["CODERGEN_CACHE_DIR"] ?? join(tmpdir(), "codergen-bench-cache"),
});
const environment = await manager.resolve([]);
const task = rankingTaskSchema.parse({
  id: "bench",
  text: "",
  functionName: "f",
  signature: "def f(x):",
  reference: "def f(x):\n    return 2 * x\n",
  validation: ["def test_f():\n    assert f(7) == 14\n"],
});
const program = (place: number): string => `def f(x):\n    return 2 * x if x % ${place + 2} else x\n`;
const endless = "def f(x):\n    while True:\n        pass\n";

async function measure(
  what: string,
  size: readonly [number, number],
  workers: number,
  codes: readonly string[],
) {
  const sandbox = await createSandbox({ backend: "auto", workers });
  const [count, testCount] = size;
  const samples = [...codes, ...Array.from({ length: count - codes.length }, (_, place) => program(place))];
  const texts = Array.from({ length: testCount }, (_, place) => `assert f(${place}) == ${2 * place}`);
  const candidates = distinctCandidates(samples, { dropInput: false });
  const tests = testsOf(python, task, texts, { asserts: "split" });
  const cache = cellCacheFolder(join(folder, what.replaceAll(/\W+/g, "-")));
  const context = {
    sandbox,
    environment,
    limits: limitsSchema.parse({ cpuSeconds: 1, wallSeconds: 30 }),
    channel,
    prelude: false,
    cache,
    concurrency: workers,
    signal: new AbortController().signal,
  };
  for (const again of ["", ", again"]) {
    const started = performance.now();
    const { executions } = await passMatrix(
      { task, candidates, tests, validation: hiddenTests(task) },
      context,
    );
    const seconds = (performance.now() - started) / 1_000;
    process.stdout.write(`${(what + again).padEnd(52)} ${executions} runs, ${seconds.toFixed(2)} s\n`);
  }
  await sandbox.close();
}

await measure("10 x 10, one endless, 1 worker", [10, 10], 1, [endless]);
await measure("10 x 10, one endless, 2 workers", [10, 10], 2, [endless]);
await measure("100 x 50, 2 workers", [100, 50], 2, []);
rmSync(folder, { recursive: true, force: true });

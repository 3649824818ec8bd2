/**
 * Speed of the sandbox: `node scripts/bench/run.mjs sandbox [backend] [seconds]`.
 * Warm runs a second of a trivial task, with one and two workers; then, where scikit-learn can be installed,
 * a task that imports it: cold (a fresh `python3`) against warm, above the program's own work.
 */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDockerBackend,
  createEnvironmentManager,
  createSandbox,
  type BackendChoice,
  imagesFor,
} from "../../sandbox/index.ts";
import type { Channel } from "../../src/contracts/execution.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import { limitsSchema, type Program, type Sandbox, type VerifyJob } from "../../src/contracts/sandbox.ts";
import { caseKinds } from "../../src/contracts/task.ts";

const backend = (process.argv[2] ?? "auto") as BackendChoice;
const seconds = Number(process.argv[3] ?? 3);
const cacheDir = process.env["CODERGEN_CACHE_DIR"] ?? join(tmpdir(), "codergen-bench-cache");

function program(imports: string, body: string, call: string): Program {
  const tests = caseKinds.map((kind) => `def test_work_${kind}():\n    assert ${call}\n`).join("\n");
  return {
    fileName: "task.py",
    imports: { code: imports, firstLine: 8 },
    function: { code: `def work(value):\n    ${body}\n`, firstLine: 20 },
    functionName: "work",
    tests: { code: tests, firstLine: 40 },
  };
}

function verifyJob(of: Program, cases: number, stubs: boolean, channel: Channel = "shared"): VerifyJob {
  return {
    kind: "verify",
    program: of,
    cases: caseKinds.slice(0, cases).map((kind) => ({ kind, name: `test_work_${kind}` })),
    stubs,
    hashSeed: 0,
    limits: limitsSchema.parse({}),
    channel,
  };
}

async function runsPerSecond(
  sandbox: Sandbox,
  environment: RealisedEnvironment,
  job: VerifyJob,
  workers: number,
) {
  const once = async () => {
    const report = await sandbox.verify(environment, job);
    if (report.cases.some(({ verdict }) => verdict !== "passed")) throw new Error(JSON.stringify(report));
  };
  await Promise.all(Array.from({ length: 2 * workers }, once));
  const started = performance.now();
  let runs = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() - started < seconds * 1000) {
        await once();
        runs += 1;
      }
    }),
  );
  return Math.round((runs / (performance.now() - started)) * 10_000) / 10;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function coldMs(python: string, of: Program): number {
  const script = `${of.imports.code}\n${of.function.code}\n${of.tests.code}\ntest_work_normal()\n`;
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    spawnSync(python, ["-c", script], { stdio: "ignore" });
    return performance.now() - started;
  });
  return median(times);
}

async function warmMs(
  sandbox: Sandbox,
  environment: RealisedEnvironment,
  job: VerifyJob,
  runs = 20,
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs + 5; run += 1) {
    const started = performance.now();
    const report = await sandbox.verify(environment, job);
    if (report.outcome !== "completed") throw new Error(JSON.stringify(report));
    if (run >= 5) times.push(performance.now() - started);
  }
  return median(times);
}

const docker = createDockerBackend();
const images = await imagesFor(backend, docker);
const manager = await createEnvironmentManager({ cacheDir, ...(images && { images }) });
const base = await manager.resolve([]);
const trivial = program("import math", "return value + 1", "work(1) == 2");
const result: Record<string, unknown> = {};
{
  const sandbox = await createSandbox({ backend, workers: 1 });
  const job = verifyJob(trivial, 1, false);
  for (let run = 0; run < 10; run += 1) await sandbox.verify(base, job);
  const times = { whole: [] as number[], harness: [] as number[] };
  for (let run = 0; run < 200; run += 1) {
    const started = performance.now();
    const { durationMs } = await sandbox.verify(base, job);
    const elapsed = performance.now() - started;
    times.whole.push(elapsed);
    times.harness.push(elapsed - durationMs);
  }
  const at = (values: number[], share: number) =>
    Math.round((values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN) * 10) / 10;
  result["trivial, warm, whole run: ms p50, p95"] = [at(times.whole, 0.5), at(times.whole, 0.95)];
  result["of it outside the harness: ms p50, p95"] = [at(times.harness, 0.5), at(times.harness, 0.95)];
  await sandbox.close();
}
for (const workers of [1, 2]) {
  const sandbox = await createSandbox({ backend, workers });
  result["backend"] = sandbox.backend;
  for (const [cases, stubs] of [
    [1, false],
    [3, false],
    [3, true],
  ] as const) {
    const name = `trivial, ${workers} worker(s), ${cases} case(s)${stubs ? ", stubs" : ""}`;
    result[`${name}: runs/s`] = await runsPerSecond(sandbox, base, verifyJob(trivial, cases, stubs), workers);
  }
  const apart = verifyJob(trivial, 1, false, "separate");
  const name = `trivial, ${workers} worker(s), 1 case, separate: runs/s`;
  result[name] = await runsPerSecond(sandbox, base, apart, workers);
  await sandbox.close();
}
for (const [name, body] of [
  ["250 KB of stdout", "print('x' * 250_000)"],
  ["100 MB of stdout", "line = 'y' * 9_999\n    for _ in range(10_000): print(line)"],
] as const) {
  const sandbox = await createSandbox({ backend, workers: 1 });
  const printing = program("import math", `${body}\n    return value + 1`, "work(1) == 2");
  const before = process.memoryUsage().rss;
  result[`${name}: ms`] = Math.round(await warmMs(sandbox, base, verifyJob(printing, 1, false), 3));
  result[`${name}: memory of the toolkit, MB more`] = Math.round((process.memoryUsage().rss - before) / 1e6);
  await sandbox.close();
}
const sklearn = await manager.resolve(["scikit-learn"]);
const known = await createEnvironmentManager({ cacheDir, ...(images && { images }) });
const asked = performance.now();
await known.resolve(["scikit-learn"]);
result["known requirement set, another process's manager: ms"] = Math.round(performance.now() - asked);
if (sklearn.environment.state === "ready") {
  const sandbox = await createSandbox({ backend, workers: 1 });
  const imports = "from sklearn.linear_model import LinearRegression";
  const task = program(
    imports,
    "return LinearRegression().fit([[0], [1]], [0, value]).coef_[0]",
    "work(1) > 0.9",
  );
  const started = performance.now();
  await sandbox.verify(sklearn, verifyJob(task, 1, false));
  result["scikit-learn, first run: ms"] = Math.round(performance.now() - started);
  if (images === undefined) {
    result["scikit-learn, cold python: ms"] = Math.round(coldMs(sklearn.python, task)); // lies on this machine
  }
  result["scikit-learn, warm, 1 case: ms"] = Math.round(
    await warmMs(sandbox, sklearn, verifyJob(task, 1, false)),
  );
  result["scikit-learn, warm, 3 cases: ms"] = Math.round(
    await warmMs(sandbox, sklearn, verifyJob(task, 3, false)),
  );
  result["scikit-learn, warm, 3 cases, stubs: ms"] = Math.round(
    await warmMs(sandbox, sklearn, verifyJob(task, 3, true)),
  );
  await sandbox.close();
} else {
  process.stderr.write(`skipped: scikit-learn cannot be installed here: ${sklearn.environment.reason}\n`);
}
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);

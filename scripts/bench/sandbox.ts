/**
 * Speed of the sandbox: `node scripts/bench/run.mjs sandbox [backend] [seconds]`.
 * Warm runs a second of a trivial task, with one and two workers; then tasks that import a large library, cold (a
 * fresh `python3`) against warm: scikit-learn where it can be installed, torch and transformers where CODERGEN_TORCH
 * names a Python that has them. Last, grading beside EvalPlus's evaluator (scripts/bench/grade.ts).
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
const torchPython = process.env["CODERGEN_TORCH"];
const torch: RealisedEnvironment = {
  environment: { ...base.environment, id: "torch", requirements: ["torch"] },
  python: torchPython ?? "",
  readablePaths: [...base.readablePaths, join(torchPython ?? "", "../..")],
};
const libraries = [
  {
    name: "scikit-learn",
    environment: sklearn,
    task: program(
      "from sklearn.linear_model import LinearRegression",
      "return LinearRegression().fit([[0], [1]], [0, value]).coef_[0]",
      "work(1) > 0.9",
    ),
  },
  {
    name: "torch",
    environment: torch,
    task: program("import torch", "return torch.ones(2).sum().item()", "work(1) == 2"),
  },
  {
    name: "transformers",
    environment: torch,
    task: program("from transformers import pipeline", "return callable(pipeline)", "work(1)"),
  },
];
for (const { name, environment, task } of libraries) {
  const missing = environment === torch && (torchPython === undefined || images !== undefined);
  if (missing || environment.environment.state !== "ready") {
    process.stderr.write(
      `skipped: ${name}: ${environment.environment.reason ?? "CODERGEN_TORCH names no Python here"}\n`,
    );
    continue;
  }
  const sandbox = await createSandbox({ backend, workers: 1 });
  const started = performance.now();
  await sandbox.verify(environment, verifyJob(task, 1, false));
  result[`${name}, first run: ms`] = Math.round(performance.now() - started);
  const cold = images === undefined ? coldMs(environment.python, task) : null; // in a container there is none
  const warm = await warmMs(sandbox, environment, verifyJob(task, 1, false));
  const apart = await warmMs(sandbox, environment, verifyJob(task, 1, false, "separate"));
  if (cold !== null) result[`${name}, cold python: ms`] = Math.round(cold);
  result[`${name}, warm, shared and separate: ms`] = [Math.round(warm), Math.round(apart)];
  if (cold !== null) result[`${name}, cold / warm`] = Math.round(cold / warm);
  await sandbox.close();
}
const graded = spawnSync(process.execPath, ["scripts/bench/run.mjs", "grade"], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
if (graded.stdout.trim() !== "") Object.assign(result, JSON.parse(graded.stdout));
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);

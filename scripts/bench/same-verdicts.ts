/**
 * Are verdicts the same everywhere? `node scripts/bench/run.mjs same-verdicts [tasks] [backends]`: runs the same
 * tasks (300) on every isolating backend that works here, with 1 and with 8 workers, while every core is kept
 * busy by other work, and compares outcome and verdict of each. Ends with status 1 when one differs.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { backends, isDocker } from "../../sandbox/choose-backend.ts";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import { mixedTask, verdictsOf } from "../../sandbox/conformance/mixed-tasks.ts";

const count = Number(process.argv[2] ?? 300);
const wanted = process.argv[3]?.split(",") ?? null;
const tasks = Array.from({ length: count }, (_, index) => mixedTask(index));
const busy: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);

const found = new Map<string, readonly string[]>();
try {
  for (const backend of backends.filter(({ isolated }) => isolated)) {
    if (wanted !== null && !wanted.includes(backend.name)) continue;
    const probed = await backend.probe();
    if (!probed.available) {
      process.stderr.write(`skipped: ${backend.name}: ${probed.reason}\n`);
      continue;
    }
    const images = isDocker(backend) ? await backend.prepare() : undefined;
    const cacheDir = join(tmpdir(), "codergen-bench-cache");
    const environment = await (
      await createEnvironmentManager({ cacheDir, ...(images && { images }) })
    ).resolve([]);
    for (const workers of [1, 8]) {
      const sandbox = await createSandbox({ backend: backend.name, workers });
      const started = performance.now();
      const verdicts = await verdictsOf(sandbox, environment, tasks);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      await sandbox.close();
      found.set(`${backend.name}, ${workers} worker(s)`, verdicts);
      process.stderr.write(`${backend.name}, ${workers} worker(s): ${seconds} s\n`);
    }
  }
} finally {
  for (const child of busy) child.kill("SIGKILL");
}

const [[reference, first] = ["", []], ...others] = [...found];
const differences = others.flatMap(([name, verdicts]) =>
  verdicts.flatMap((verdict, index) =>
    verdict === first[index]
      ? []
      : [`task ${index}: ${reference} says ${first[index]}, ${name} says ${verdict}`],
  ),
);
const counts: Record<string, number> = {};
for (const verdict of first) counts[verdict] = (counts[verdict] ?? 0) + 1;
process.stdout.write(
  `${JSON.stringify({ tasks: count, runs: [...found.keys()], counts, differences }, null, 2)}\n`,
);
process.exitCode = differences.length === 0 ? 0 : 1;

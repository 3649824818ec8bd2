/**
 * Memory of the toolkit for a large run: `node scripts/bench/run.mjs verify-memory [tasks]`. Makes a run folder
 * with 100,000 tasks of the usual size, then takes all of them through the verify stage with a sandbox that
 * answers at once, and prints the highest memory of the process (making the folder included).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox, VerifyJob } from "../../src/contracts/sandbox.ts";
import { limitsSchema } from "../../src/contracts/sandbox.ts";
import { caseKinds, type Task } from "../../src/contracts/task.ts";
import { RunStore } from "../../src/io/run-store.ts";
import { verifyStage } from "../../src/pipeline/verify.ts";
import { toProgram } from "../../src/task/program.ts";

const count = Number(process.argv[2] ?? 100_000);
const TASKS_A_DOCUMENT = 5;
const MEBI = 1024 ** 2;

function task(index: number): Task {
  const functionName = `work_${index}`;
  const body = Array.from({ length: 30 }, (_, line) => `    value = value + ${index} * ${line}`).join("\n");
  return {
    id: `task_${index}`,
    documentId: `document-${Math.floor(index / TASKS_A_DOCUMENT)}`,
    source: "jsonl",
    url: null,
    licence: null,
    domain: "other",
    instruction: `Write ${functionName}. ${"It does what its documentation says. ".repeat(10)}`,
    requirements: [],
    requiresPython: ">=3.9",
    imports: "import math\nimport json",
    functionName,
    functionCode: `def ${functionName}(value):\n${body}\n    return value`,
    testSetup: "",
    cases: caseKinds.map((kind) => ({
      kind,
      name: `test_${functionName}_${kind}`,
      code: `def test_${functionName}_${kind}():\n    result = ${functionName}(1)\n    assert result >= 1`,
      origin: "recorded",
    })),
    provenance: { method: "bench", toolkitVersion: "0", arguments: {} },
  } as unknown as Task;
}

async function verify(_environment: unknown, job: VerifyJob) {
  const cases = job.cases.map((each) => ({
    ...each,
    verdict: "passed" as const,
    cause: null,
    assertionsWritten: 1,
    assertionsExecuted: 1,
    output: { text: "printed ".repeat(20), totalBytes: 160 },
    vacuousUnder: [],
    channel: "shared" as const,
  }));
  return {
    kind: "verify",
    outcome: "completed",
    cause: null,
    cases,
    durationMs: 1,
    channel: "shared",
    cpuSeconds: 0,
  };
}

const folder = mkdtempSync(join(tmpdir(), "codergen-bench-"));
const store = await RunStore.open(folder, { name: "bench", toolkitVersion: "0" });
const keys: string[] = [];
for (let first = 0; first < count; first += TASKS_A_DOCUMENT) {
  const tasks = Array.from({ length: TASKS_A_DOCUMENT }, (_, offset) => task(first + offset));
  const documentId = tasks[0]?.documentId ?? "";
  await store.tasks.append({ documentId, state: "generated", reason: null, detail: null, tasks });
  keys.push(documentId);
}
await store.tasks.seal(keys);
const sandbox = { backend: "none", isolated: false, verify } as unknown as Sandbox;
const record = {
  id: "base",
  requirements: [],
  pythonVersion: "3.11.0",
  state: "ready" as const,
  lock: [],
  reason: null,
};
const environments = { resolve: async () => ({ environment: record, python: "python3", readablePaths: [] }) };
const started = performance.now();
const settings = { reruns: 2, stubs: true, limits: limitsSchema.parse({}) };
const context = { sandbox, environments, toProgram, concurrency: 8, signal: new AbortController().signal };
let verified = 0;
for await (const event of verifyStage(store, settings, context)) {
  if (event.type === "task-verified") verified += 1;
}
await store.close();
rmSync(folder, { recursive: true, force: true });
const result = {
  tasks: verified,
  seconds: Math.round((performance.now() - started) / 1000),
  "peak memory, MiB": Math.round((process.resourceUsage().maxRSS * 1024) / MEBI),
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);

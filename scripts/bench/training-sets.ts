/**
 * Memory and speed of training sets: `node scripts/bench/run.mjs training-sets [rows] [formats…]`. Writes the folder of a
 * run with 1,000,000 different verified tasks (one in ten an edited copy of an earlier one, three of four documents with
 * one task), then starts the command line on it as a user would and watches the memory of its process.
 */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, type WriteStream } from "node:fs";
import { once } from "node:events";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../src/contracts/environment.ts";
import type { VerifyRecord } from "../../src/contracts/execution.ts";
import { caseKinds, type GenerateRecord, type Task } from "../../src/contracts/task.ts";
import { writeJsonAtomic } from "../../src/io/atomic-file.ts";
import { seededRandom } from "../../src/util/statistics.ts";

const [given, ...formats] = process.argv.slice(2);
const count = Number(given ?? 1_000_000);
const random = seededRandom(1);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const words = Array.from({ length: 3_000 }, (_, index) => `word_${index.toString(36)}`);
const environment: Environment = {
  id: "base",
  requirements: ["numpy"],
  pythonVersion: "3.11.7",
  state: "ready",
  lock: ["numpy==2.4.6"],
  reason: null,
};
const KEPT_BODIES = 5_000;
const earlier: string[][] = [];

const newLine = (): string =>
  pick([
    () =>
      `    ${pick(words)} = ${pick(words)}.${pick(words)}(${pick(words)}, ${Math.floor(random() * 1_000)})`,
    () => `    if ${pick(words)} > ${pick(words)}: return ${pick(words)}[${Math.floor(random() * 9)}]`,
    () => `    for ${pick(words)} in ${pick(words)}(${pick(words)}): ${pick(words)} += ${pick(words)}`,
  ])();
const lines = Array.from({ length: 50_000 }, newLine);
const phrases = Array.from({ length: 20_000 }, () => Array.from({ length: 8 }, () => pick(words)).join(" "));
const line = (): string => pick(lines);
/** A text of eight words, several times. */
const sentence = (times = 1): string => Array.from({ length: times }, () => pick(phrases)).join(", ");

function body(): string[] {
  if (earlier.length > 0 && random() < 0.1) return pick(earlier).with(1, line());
  const made = Array.from({ length: 6 + Math.floor(random() * 10) }, line);
  if (earlier.length < KEPT_BODIES) earlier.push(made);
  return made;
}

function taskOf(index: number, documentId: string): Task {
  const functionName = `compute_${pick(words)}_${index}`;
  const code = body().join("\n");
  const cases = caseKinds.map((kind) => ({
    kind,
    name: `test_${functionName}_${kind}`,
    code: `def test_${functionName}_${kind}():\n    """${sentence()}"""\n    result = ${functionName}(${index}, 2)\n    assert result == ${Math.floor(random() * 1e6)}`,
    origin: "recorded" as const,
  }));
  return {
    id: `task_${index}`,
    documentId,
    source: "pydoc",
    url: null,
    licence: pick(["MIT", "BSD-3-Clause", "Apache-2.0"]),
    domain: pick(["Tabular Data", "Computer Vision", "Multimodal"] as const),
    instruction: `Write a Python function \`${functionName}(first, second)\`.\n\n${sentence(5)}\n\nIt returns int: ${sentence()}`,
    requirements: ["numpy"],
    requiresPython: ">=3.10",
    imports: "import numpy as np",
    functionName,
    functionCode: `def ${functionName}(first: int, second: int) -> int:\n    """${sentence()}\n\n    Args:\n        first (int): ${sentence()}\n\n    Returns:\n        int: ${sentence()}\n    """\n${code}\n    return first`,
    testSetup: "",
    cases,
    provenance: { method: "extract", toolkitVersion: "0.1.0", arguments: {} },
  };
}

function verdictOf(task: Task): VerifyRecord {
  const cases = task.cases.map(({ kind, name }) => ({
    kind,
    name,
    verdict: "passed" as const,
    cause: null,
    assertionsWritten: 1,
    assertionsExecuted: 1,
    output: { text: "", totalBytes: 0 },
    vacuousUnder: [],
  }));
  return {
    taskId: task.id,
    documentId: task.documentId,
    environmentId: environment.id,
    backend: "bubblewrap",
    isolated: true,
    channel: "shared",
    tier: "verified",
    outcome: "completed",
    cause: null,
    cases,
    reruns: [],
    flakyCases: [],
    notVerified: [],
  };
}

async function write(file: WriteStream, record: GenerateRecord | VerifyRecord | Environment): Promise<void> {
  if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, "drain");
}

async function writeRun(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => createWriteStream(join(folder, `${name}.jsonl`));
  const [tasks, verdicts, environments] = [file("tasks"), file("verdicts"), file("environments")];
  for (let first = 0, size = 1; first < count; first += size) {
    const documentId = `document-${first}`;
    size = Math.min(count - first, random() < 0.75 ? 1 : 3);
    const made = Array.from({ length: size }, (_, at) => taskOf(first + at, documentId));
    await write(tasks, { documentId, state: "generated", reason: null, detail: null, tasks: made });
    for (const task of made) await write(verdicts, verdictOf(task));
  }
  await write(environments, environment);
  for (const stream of [tasks, verdicts, environments]) {
    stream.end();
    await once(stream, "close");
  }
  const manifest = { schemaVersion: 1, toolkitVersion: "0.1.0", name: "bench", stages: {} };
  await writeJsonAtomic(join(folder, "manifest.json"), manifest);
}

/** Highest resident memory of a process so far, in MB; 0 when it has gone. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? 0 : Math.round(Number(kilobytes) / 1_000); // none of one that has ended
  } catch {
    return 0;
  }
}

async function watch(args: readonly string[]) {
  const started = performance.now();
  const child = spawn(process.execPath, ["dist/cli/main.mjs", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let last = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const text = chunk.toString();
    last = text.trimEnd().split("\n").at(-1) ?? last;
    if (process.env["PROGRESS"] !== undefined)
      process.stderr.write(
        `${Math.round((performance.now() - started) / 1000)} s ${peak} MB ${last.slice(0, 120)}\n`,
      );
  });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0));
  }, 100);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(timer);
  return { code, peak, seconds: Math.round((performance.now() - started) / 1000), last };
}

const folder = mkdtempSync(join(tmpdir(), "codergen-bench-"));
try {
  const wanted = formats.length === 0 ? ["chat"] : formats;
  await writeRun(join(folder, "run"));
  const started = loadavg()[0] ?? 0;
  const { code, peak, seconds, last } = await watch([
    "export",
    join(folder, "run"),
    "--json",
    "--format",
    ...wanted,
  ]);
  const result = {
    rows: count,
    formats: wanted.join(" "),
    "exit code": code,
    seconds,
    "rows/s": Math.round(count / seconds),
    "peak memory, MB": peak,
    "load at start and end": `${started.toFixed(1)}, ${(loadavg()[0] ?? 0).toFixed(1)}`,
    result: last.slice(0, 2_000),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

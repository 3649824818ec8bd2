/** A whole benchmark: the matrix of each task once, every setting on it, one line a task and setting. */
import type { RankRecord } from "../../contracts/ranking.ts";
import { describeError, ToolkitError } from "../../errors.ts";
import type { BenchmarkTask } from "../../rank/benchmarks/read-benchmark.ts";
import { runBounded } from "../bounded.ts";
import { SandboxGaveUp } from "../retry-sandbox.ts";
import type { MatrixContext } from "./pass-matrix.ts";
import type { RankedMaterial } from "./rank-task.ts";
import { errorRecord, type Setting, simulate } from "./simulate.ts";

export type RankBenchmarkEvent =
  | { readonly type: "benchmark-started"; readonly total: number; readonly done: number }
  | {
      readonly type: "task-ranked";
      readonly task: string;
      readonly records: readonly RankRecord[];
      readonly candidates: number;
      readonly tests: number;
      readonly executions: number;
      readonly durationMs: number;
    }
  | { readonly type: "task-failed"; readonly task: string; readonly message: string }
  /** The sandbox broke for this task; it stays open and is tried again when the run is started again. */
  | { readonly type: "task-ungraded"; readonly task: string; readonly message: string };

/** What the runner remembers: lines by task and setting. */
export interface RecordStore {
  has(task: string, setting: string): boolean;
  append(record: RankRecord): Promise<void>;
}

/** A task of the benchmark; an error stands for a row that is none. */
export interface BenchmarkEntry {
  readonly id: string;
  readonly read: () => BenchmarkTask;
}

export interface BenchmarkContext {
  readonly settings: readonly Setting[];
  readonly store: RecordStore;
  /** Everything that is run of a task. */
  readonly prepare: (task: BenchmarkTask) => Promise<{ material: RankedMaterial; context: MatrixContext }>;
  /** Tasks in work at one time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/**
 * Plays every setting on every task that has no line yet. A task that fails leaves lines with its error and ends nothing.
 * @throws ToolkitError `interrupted` and what ends all work: a missing model, a bad key, an exhausted budget.
 */
export async function* rankBenchmark(
  entries: readonly BenchmarkEntry[],
  context: BenchmarkContext,
): AsyncGenerator<RankBenchmarkEvent> {
  const open = entries.filter(({ id }) => context.settings.some(({ name }) => !context.store.has(id, name)));
  yield { type: "benchmark-started", total: entries.length, done: entries.length - open.length };
  async function* inputs(): AsyncGenerator<BenchmarkEntry> {
    yield* open;
  }
  yield* runBounded(inputs(), context.concurrency, (entry) => rankOne(entry, context));
}

async function rankOne(entry: BenchmarkEntry, context: BenchmarkContext): Promise<RankBenchmarkEvent> {
  context.signal.throwIfAborted();
  const started = performance.now();
  try {
    const { material, context: matrixContext } = await context.prepare(entry.read());
    const records: RankRecord[] = [];
    for (const setting of context.settings) records.push(await simulate(material, setting, matrixContext));
    for (const record of records) await context.store.append({ ...record, task: entry.id });
    return {
      type: "task-ranked",
      task: entry.id,
      records,
      candidates: material.candidates.length,
      tests: material.tests.length,
      executions: material.executions,
      durationMs: Math.round(performance.now() - started),
    };
  } catch (error) {
    if (error instanceof SandboxGaveUp)
      return { type: "task-ungraded", task: entry.id, message: describeError(error) };
    if (context.signal.aborted || endsEverything(error)) throw error;
    const message = describeError(error);
    for (const { name } of context.settings) await context.store.append(errorRecord(entry.id, name, message));
    return { type: "task-failed", task: entry.id, message };
  }
}

/** What would meet every other task as well. */
const ENDING: ReadonlySet<string> = new Set([
  "usage",
  "config-invalid",
  "unauthorized",
  "budget-exhausted",
  "model-unavailable",
  "sandbox-unavailable",
  "prerequisite-missing",
  "interrupted",
]);

function endsEverything(error: unknown): boolean {
  return error instanceof ToolkitError && ENDING.has(error.code);
}

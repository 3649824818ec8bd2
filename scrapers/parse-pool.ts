/**
 * Parses what a source lists, on worker threads where the bundled worker lies beside this file, else here.
 * Results come in input order; only a few batches are in memory at a time.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Tinypool } from "tinypool";
import type { Listed, Page, Parsed, Source } from "../src/contracts/source.ts";
import { sources } from "./index.ts";
import { mapOrdered } from "./ordered.ts";
import { parseSafely } from "./parse-safely.ts";
import type { ParseBatch } from "./parse-worker.ts";

export interface ParsePoolOptions {
  /** Worker threads; 1 parses on this thread. Default: the number of cores, at most 8. */
  concurrency?: number;
  signal?: AbortSignal;
}

/** One listed input and, when it is a page, what became of it. */
export interface ParsedInput {
  readonly listed: Listed;
  readonly parsed: Parsed | null;
}

const BATCH_PAGES = 16;
const BATCH_BYTES = 250_000;
const BATCH_WAIT_MS = 50;

/** Parses every page of `listed`; items that are no pages pass through. */
export async function* parsePages(
  source: Source,
  listed: AsyncIterable<Listed>,
  { concurrency = Math.min(availableParallelism(), 8), signal }: ParsePoolOptions = {},
): AsyncGenerator<ParsedInput> {
  const shared = concurrency > 1 ? sharedName(source) : null;
  const worker = shared === null ? null : workerFile();
  if (worker === null || shared === null) {
    for await (const item of listed) {
      signal?.throwIfAborted();
      yield { listed: item, parsed: item.kind === "page" ? await parseSafely(source, item.page) : null };
    }
    return;
  }
  yield* parseOnThreads(shared, listed, worker, { concurrency, signal });
}

interface ThreadOptions {
  readonly concurrency: number;
  readonly signal: AbortSignal | undefined;
}

async function* parseOnThreads(
  source: ParseBatch["source"],
  listed: AsyncIterable<Listed>,
  worker: string,
  options: ThreadOptions,
): AsyncGenerator<ParsedInput> {
  const { concurrency, signal } = options;
  const pool = new Tinypool({
    filename: worker,
    minThreads: concurrency,
    maxThreads: concurrency,
    idleTimeout: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 },
  });
  const parseBatch = async (batch: readonly Listed[]): Promise<ParsedInput[]> => {
    const pages = batch.flatMap((item) => (item.kind === "page" ? [item.page] : []));
    const task: ParseBatch = { source, pages };
    const parsed = pages.length === 0 ? [] : await runBatch(pool, task, signal);
    let next = 0;
    return batch.map((item) => ({
      listed: item,
      parsed: item.kind === "page" ? (parsed[next++] ?? null) : null,
    }));
  };
  try {
    for await (const results of mapOrdered(batches(listed), concurrency + 1, parseBatch)) {
      signal?.throwIfAborted();
      yield* results;
    }
  } finally {
    await pool.destroy();
  }
}

/** A batch whose worker died is parsed page by page, so that only the page that killed it is lost. */
async function runBatch(
  pool: Tinypool,
  task: ParseBatch,
  signal: AbortSignal | undefined,
): Promise<Parsed[]> {
  const options = signal === undefined ? {} : { signal };
  try {
    return (await pool.run(task, options)) as Parsed[];
  } catch (error) {
    signal?.throwIfAborted();
    if (task.pages.length === 1) {
      const detail = `The parser's thread died on this page: ${error instanceof Error ? error.message : String(error)}`;
      return [{ state: "rejected", reason: "parse-failed", detail, document: null }];
    }
    const results: Parsed[] = [];
    for (const page of task.pages)
      results.push(...(await runBatch(pool, { ...task, pages: [page] }, signal)));
    return results;
  }
}

/** Groups of pages that are worth a message to a thread; a slow listing is not held back. */
async function* batches(listed: AsyncIterable<Listed>): AsyncGenerator<readonly Listed[]> {
  let batch: Listed[] = [];
  let bytes = 0;
  let startedAt = performance.now();
  for await (const item of listed) {
    batch.push(item);
    bytes += item.kind === "page" ? sizeOf(item.page) : 0;
    if (batch.length < BATCH_PAGES && bytes < BATCH_BYTES && performance.now() - startedAt < BATCH_WAIT_MS)
      continue;
    yield batch;
    batch = [];
    bytes = 0;
    startedAt = performance.now();
  }
  if (batch.length > 0) yield batch;
}

function sizeOf(page: Page): number {
  return page.bytes.byteLength;
}

/** Threads load their own copy of the record of sources: a source of the caller's own stays on this thread. */
function sharedName(source: Source): ParseBatch["source"] | null {
  const own: Source[] = Object.values(sources);
  const { name } = source;
  return name !== "pydoc" && own.some((one) => one.parse === source.parse) ? name : null;
}

const WORKER_PLACES = ["./parse-worker.mjs", "../parse-worker.mjs"];

/** Null where the code runs unbundled (tests): threads of this Node cannot load TypeScript. */
function workerFile(): string | null {
  const files = WORKER_PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? null;
}

/** What ranking needs to run programs and to ask models. */
import { join } from "node:path";
import type { z } from "zod";
import type { Config, ModelConfig } from "../../contracts/config.ts";
import { modelConfigSchema } from "../../contracts/config.ts";
import type { Channel } from "../../contracts/execution.ts";
import type { ModelSet } from "../../contracts/generator.ts";
import { limitsSchema } from "../../contracts/sandbox.ts";
import { cellCacheFolder } from "../../io/cell-cache-folder.ts";
import { defaultCacheDir } from "../../io/env.ts";
import { openLedgerFile } from "../../io/ledger-file.ts";
import type { MatrixContext } from "../../pipeline/rank/pass-matrix.ts";
import { loadPython, type Python } from "../../python/index.ts";
import { createToolkit } from "../../registry.ts";
import { validate } from "../../util/validate.ts";

export interface RankToolsOptions {
  readonly sandbox?: Config["sandbox"];
  /** Programs run at one time (2). */
  readonly workers?: number;
  readonly python?: string;
  readonly cacheDir?: string;
  /** CPU seconds of one program on one test (2). */
  readonly cpuSeconds?: number;
  /** "separate" (the default) keeps the tests out of the candidate's process where values can cross. */
  readonly channel?: Channel;
  /** Give every program the names that TiCoder imports for it (false). */
  readonly prelude?: boolean;
  readonly model?: z.input<typeof modelConfigSchema>;
  readonly signal?: AbortSignal;
}

export interface RankTools {
  readonly python: Python;
  readonly models: ModelSet | null;
  readonly signal: AbortSignal;
  readonly workers: number;
  contextFor(requirements: readonly string[]): Promise<MatrixContext>;
  close(): Promise<void>;
}

const CPU_SECONDS = 2;
const WALL_PER_CPU_SECOND = 5;
const MEMORY_BYTES = 2 * 1024 ** 3;
/** TiCoder's; the paper's settings for building datasets are colder. */
const TEMPERATURE = 0.8;

/** @param folder Where paid calls are noted. */
export async function openRankTools(options: RankToolsOptions, folder: string): Promise<RankTools> {
  const { sandbox = "auto", workers = 2, python = "python3", cpuSeconds = CPU_SECONDS } = options;
  const cacheDir = options.cacheDir ?? defaultCacheDir();
  const signal = options.signal ?? new AbortController().signal;
  const toolkit = createToolkit({ sandbox, workers, python, cacheDir });
  const models =
    options.model === undefined
      ? null
      : toolkit.models(modelOf(options.model), await openLedgerFile(join(folder, "logs", "calls.jsonl")));
  const limits = limitsSchema.parse({
    cpuSeconds,
    wallSeconds: WALL_PER_CPU_SECOND * cpuSeconds,
    memoryBytes: MEMORY_BYTES,
  });
  return {
    python: await loadPython(),
    models,
    signal,
    workers,
    contextFor: async (requirements) => ({
      sandbox: await toolkit.sandbox(),
      environment: await (await toolkit.environments()).resolve(requirements, signal),
      limits,
      channel: options.channel ?? "separate",
      prelude: options.prelude ?? false,
      cache: cellCacheFolder(join(cacheDir, "ranking")),
      concurrency: workers,
      signal,
    }),
    close: () => toolkit.close(),
  };
}

function modelOf(input: NonNullable<RankToolsOptions["model"]>): ModelConfig {
  const sampling = { temperature: TEMPERATURE, ...input.sampling };
  return validate<ModelConfig>(modelConfigSchema, { ...input, sampling }, "model");
}

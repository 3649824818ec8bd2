/** Ranking with the real sandbox: one for the file, and tasks of this project's own. */
import { join } from "node:path";
import { afterAll } from "vitest";
import { limitsSchema } from "../../src/contracts/sandbox.ts";
import { type RankingTask, rankingTaskSchema } from "../../src/contracts/ranking.ts";
import { cellCacheFolder } from "../../src/io/cell-cache-folder.ts";
import type { MatrixContext } from "../../src/pipeline/rank/pass-matrix.ts";
import type { RankTaskOptions } from "../../src/pipeline/rank/rank-task.ts";
import { createToolkit } from "../../src/registry.ts";
import { tempFolderForSuite } from "./temp-folder.ts";

/** What running needs; call the result inside tests. */
export function rankingContext(requirements: readonly string[] = []): () => Promise<MatrixContext> {
  const folder = tempFolderForSuite();
  let made: Promise<MatrixContext> | null = null;
  let close = async (): Promise<void> => undefined;
  afterAll(() => close());
  return () => (made ??= make());

  async function make(): Promise<MatrixContext> {
    const cacheDir = join(folder(), "cache");
    const toolkit = createToolkit({ sandbox: "auto", workers: 2, python: "python3", cacheDir });
    close = () => toolkit.close();
    const signal = new AbortController().signal;
    return {
      sandbox: await toolkit.sandbox(),
      environment: await (await toolkit.environments()).resolve(requirements, signal),
      limits: limitsSchema.parse({ cpuSeconds: 1, wallSeconds: 5 }),
      channel: "separate",
      prelude: false,
      cache: cellCacheFolder(join(folder(), "cells")),
      concurrency: 2,
      signal,
    };
  }
}

export function task(more: Partial<RankingTask> = {}): RankingTask {
  return rankingTaskSchema.parse({ id: "own", text: "", functionName: "f", signature: "def f(x):", ...more });
}

export const plainOptions: RankTaskOptions = {
  asserts: "split",
  dropInput: true,
  maxTests: null,
  shuffleSeed: null,
  rewrite: "none",
  pruneTests: false,
  pruneCandidates: false,
  observe: false,
};

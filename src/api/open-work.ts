/** What a stage of a run would do, without doing it: nothing is asked, run or changed. */
import type { Config } from "../contracts/config.ts";
import type { Document } from "../contracts/document.ts";
import type { Estimate } from "../contracts/estimate.ts";
import type { Task } from "../contracts/task.ts";
import { ToolkitError } from "../errors.ts";
import { RunStore } from "../io/run-store.ts";
import { runTasks } from "../pipeline/rows.ts";
import { generatorNamed } from "../registry.ts";
import { estimateDocuments } from "./estimate.ts";
import { runFolder } from "./run.ts";

export interface OpenGeneration {
  readonly folder: string;
  readonly generator: string;
  /** Accepted documents, and those that have their record already. */
  readonly documents: number;
  readonly done: number;
  /** Ids of the documents that would be read. */
  readonly open: readonly string[];
  /** What a model would cost; null where none is named. */
  readonly estimate: Estimate | null;
}

export interface OpenVerification {
  readonly folder: string;
  readonly tasks: number;
  readonly done: number;
  /** Tasks that would be run, with the requirements of their environments. */
  readonly open: readonly { readonly taskId: string; readonly requirements: readonly string[] }[];
}

/**
 * What `generateRun` would do.
 * @throws ToolkitError `input-not-found`, `input-invalid` when the scrape is not finished, `usage` for an unknown generator.
 */
export async function openGeneration(config: Config): Promise<OpenGeneration> {
  const generator = config.generator ?? (config.model === undefined ? "extract" : "piecewise");
  generatorNamed(generator);
  return withStore(config, async (store) => {
    requireFinished(store.documents.sealed, store.folder, "scrape");
    const open: Document[] = [];
    let documents = 0;
    for await (const { state, document } of store.documents.records()) {
      if (state !== "accepted" || document === null) continue;
      documents++;
      if (!store.tasks.sealed && !store.tasks.has(document.id)) open.push(document);
    }
    return {
      folder: store.folder,
      generator,
      documents,
      done: documents - open.length,
      open: open.map(({ id }) => id),
      estimate: config.model === undefined ? null : estimateDocuments(config, open),
    };
  });
}

/**
 * What `verifyRun` would do.
 * @throws ToolkitError `input-not-found`, `input-invalid` when there are no tasks yet.
 */
export async function openVerification(config: Config): Promise<OpenVerification> {
  return withStore(config, async (store) => {
    requireFinished(store.tasks.sealed, store.folder, "generate");
    const open: Task[] = [];
    let tasks = 0;
    for await (const task of runTasks(store)) {
      tasks++;
      if (!store.verdicts.sealed && !store.verdicts.has(task.id)) open.push(task);
    }
    const shown = open.map(({ id, requirements }) => ({ taskId: id, requirements }));
    return { folder: store.folder, tasks, done: tasks - open.length, open: shown };
  });
}

async function withStore<Result>(
  config: Config,
  work: (store: RunStore) => Promise<Result>,
): Promise<Result> {
  const store = await RunStore.open(runFolder(config), null);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function requireFinished(done: boolean, folder: string, stage: string): void {
  if (done) return;
  throw new ToolkitError("input-invalid", `${folder} has no finished ${stage} stage`, {
    hint: `Run \`codergen ${stage}\` (or \`codergen build\`) on it first.`,
  });
}

/**
 * What can be done once for all tasks before any is run: environments merged, models and data fetched. A task
 * whose asset cannot be had is run all the same: its own load fails, which is the environment's fault.
 */
import type { EnvironmentManager } from "../contracts/environment.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { Task } from "../contracts/task.ts";
import type { FetchedAsset } from "../io/asset-cache.ts";
import { type Asset, findAssets } from "../python/assets.ts";
import { loadPython } from "../python/index.ts";

export interface Preparation {
  readonly environments: EnvironmentManager;
  /** Fetches into the cache; null when runs are to have what is there already. */
  readonly fetchAssets: ((assets: readonly Asset[]) => AsyncGenerator<FetchedAsset>) | null;
  readonly signal: AbortSignal;
}

/** Prepares for `tasks`; notes say what was fetched and what could not be. */
export async function* prepareTasks(
  tasks: AsyncIterable<Task>,
  { environments, fetchAssets, signal }: Preparation,
): AsyncGenerator<PipelineEvent> {
  const python = fetchAssets === null ? null : await loadPython();
  const sets = new Map<string, readonly string[]>();
  const assets = new Map<string, Asset>();
  for await (const task of tasks) {
    sets.set(task.requirements.join("\n"), task.requirements);
    if (python === null) continue;
    for (const asset of findAssets(python, codeOf(task))) assets.set(`${asset.kind} ${asset.id}`, asset);
  }
  await environments.merge?.([...sets.values()], signal);
  if (fetchAssets === null) return;
  for await (const { asset, state, reason } of fetchAssets([...assets.values()])) {
    signal.throwIfAborted();
    if (state === "cached") continue;
    const what = `${asset.kind} ${asset.id}`;
    yield { type: "note", message: reason === null ? `fetched ${what}` : `not fetched: ${what}: ${reason}` };
  }
}

function codeOf(task: Task): string {
  return [task.imports, task.functionCode, task.testSetup, ...task.cases.map(({ code }) => code)].join("\n");
}

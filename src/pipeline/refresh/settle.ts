/** The end of a refresh: every task of the earlier run and every new one in exactly one state, counted. */
import type { DatasetHistory, PackageChange } from "../../contracts/dataset-version.ts";
import type { VerifyRecord } from "../../contracts/execution.ts";
import {
  type RefreshRecord,
  refreshStates,
  type RefreshState,
  type RefreshSummary,
} from "../../contracts/refresh.ts";
import type { Task } from "../../contracts/task.ts";
import type { FinishedRun } from "../../io/finished-run.ts";
import type { Journal } from "../../io/journal.ts";
import type { RunStore } from "../../io/run-store.ts";
import { countInto, sortedCounts } from "../../util/counts.ts";
import { compareDatasets, countPackages, sortedPackages } from "../dataset/compare-datasets.ts";
import { extendHistory, firstHistory } from "../dataset/dataset-history.ts";
import { tierRows } from "../dataset/tier-rows.ts";
import { runRows, runTasks } from "../rows.ts";
import type { EarlierDocuments } from "./earlier-documents.ts";

export interface SettleParts {
  readonly earlier: FinishedRun;
  readonly documents: EarlierDocuments;
  /** Null: the earlier run's toolkit noted no version. */
  readonly earlierHistory: DatasetHistory | null;
  readonly store: RunStore;
  readonly journal: Journal<RefreshRecord>;
  readonly renderTask: (task: Task) => string;
}

export interface Settled {
  readonly summary: RefreshSummary;
  readonly history: DatasetHistory;
}

/**
 * Completes the journal, and seals it when every task has its state; version and counts follow from it. While tasks are
 * open the version is the earlier one's.
 */
export async function settleRefresh(parts: SettleParts): Promise<Settled> {
  const { earlier, store, journal } = parts;
  const { order, ungraded: openTasks } = await completeRecords(parts);
  const ungraded = openTasks + (await countOpenDocuments(parts));
  const isWhole = ungraded === 0 && store.verdicts.sealed;
  if (isWhole && !journal.sealed) await journal.seal(order);
  const comparison = await compareDatasets(
    () => runRows(earlier, parts.renderTask),
    () => runRows(store, parts.renderTask),
  );
  const first = parts.earlierHistory ?? firstHistory(await tierRows(earlier));
  const reasons = await goneFromDataset(journal);
  const reasonOf = (taskId: string) => reasons.get(taskId) ?? "it is in no tier any more";
  const history = isWhole ? extendHistory(first, comparison, await tierRows(store), reasonOf) : first;
  const summary: RefreshSummary = {
    from: { name: earlier.manifest.name, version: first.version },
    version: history.version,
    step: isWhole ? comparison.diff.step : "none",
    tasksBefore: await countTasks(earlier),
    ...(await countRecords(journal)),
    documents: await parts.documents.count(store),
    tierMoves: comparison.diff.tierMoves,
    ungraded,
  };
  return { summary, history };
}

/** Notes what was not noted while tasks were carried: tasks that are gone, and new ones. */
async function completeRecords(parts: SettleParts): Promise<{ order: string[]; ungraded: number }> {
  const { earlier, store, journal, documents } = parts;
  const placed = new Set<string>();
  let ungraded = 0;
  const reasonOf = await documents.whyGone(store);
  for await (const task of runTasks(earlier)) {
    if (!journal.has(task.id)) {
      const reason = await reasonOf(task.documentId);
      if (reason === null) {
        ungraded++;
        continue;
      }
      const verdict = await earlier.verdicts.get(task.id);
      const facts = { tierBefore: verdict?.tier ?? "none", tierAfter: null, detail: reason };
      await journal.append({ ...emptyRecord(task), state: "removed", document: "gone", ...facts });
    }
    placed.add(task.id);
  }
  for await (const task of runTasks(store)) {
    if (placed.has(task.id)) continue;
    const verdict = await store.verdicts.get(task.id);
    if (verdict === null) ungraded++;
    else {
      if (!journal.has(task.id)) await journal.append(await newRecord(task, verdict, parts));
      placed.add(task.id);
    }
  }
  return { order: [...placed], ungraded };
}

async function newRecord(
  task: Task,
  { tier, environmentId }: VerifyRecord,
  { earlier, store }: SettleParts,
): Promise<RefreshRecord> {
  const environment = await store.environments.get(environmentId);
  const document = (await earlier.tasks.get(task.documentId)) === null ? "new" : "changed";
  const pythonAfter = environment?.pythonVersion ?? null;
  return { ...emptyRecord(task), state: "new", document, tierAfter: tier, pythonAfter };
}

function emptyRecord({ id, documentId }: Task): Omit<RefreshRecord, "state" | "document"> {
  return {
    taskId: id,
    documentId,
    cause: null,
    detail: null,
    evidence: null,
    versions: [],
    pythonBefore: null,
    pythonAfter: null,
    tierBefore: null,
    tierAfter: null,
    locked: null,
    fields: [],
  };
}

async function goneFromDataset(journal: Journal<RefreshRecord>): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for await (const { taskId, state, cause, detail } of journal.records()) {
    if (state === "rotten") reasons.set(taskId, `rotten, ${cause}. ${detail}`);
    if (state === "removed") reasons.set(taskId, detail ?? "its document is gone");
  }
  return reasons;
}

/** Documents that the generator has still to be asked about and that had no task. */
async function countOpenDocuments({ earlier, store }: SettleParts): Promise<number> {
  let count = 0;
  for await (const { state, document } of store.documents.records()) {
    if (state !== "accepted" || document === null || (await store.tasks.get(document.id)) !== null) continue;
    const had = (await earlier.tasks.get(document.id))?.tasks ?? [];
    if (had.length === 0) count++;
  }
  return count;
}

async function countTasks(run: FinishedRun): Promise<number> {
  let count = 0;
  for await (const { tasks } of run.tasks.records()) count += tasks.length;
  return count;
}

type Counted = Pick<RefreshSummary, "states" | "rotten" | "replaced" | "packages">;

async function countRecords(journal: Journal<RefreshRecord>): Promise<Counted> {
  const states = Object.fromEntries(refreshStates.map((state) => [state, 0])) as Record<RefreshState, number>;
  const rotten = {};
  const replaced = {};
  const packages = new Map<string, PackageChange & { tasks: number }>();
  for await (const { state, cause, versions } of journal.records()) {
    states[state]++;
    if (cause !== null) countInto<string>(state === "rotten" ? rotten : replaced, cause);
    countPackages(packages, versions);
  }
  return {
    states,
    rotten: sortedCounts(rotten),
    replaced: sortedCounts(replaced),
    packages: sortedPackages(packages),
  };
}

/** Keeping a dataset alive: scrape again, verify again, generate only what is new, say what became of every task. */
import type { Config } from "../../contracts/config.ts";
import type { DatasetHistory } from "../../contracts/dataset-version.ts";
import type { EnvironmentLock, RealisedEnvironment } from "../../contracts/environment.ts";
import type { PipelineEvent } from "../../contracts/events.ts";
import type { JsonObject } from "../../contracts/json.ts";
import {
  type RefreshOptions,
  type RefreshRecord,
  refreshRecordSchema,
  type RefreshSummary,
} from "../../contracts/refresh.ts";
import type { Summary } from "../../contracts/summary.ts";
import type { Task } from "../../contracts/task.ts";
import { findDuplicates } from "../../audit/duplicates.ts";
import type { FinishedRun } from "../../io/finished-run.ts";
import { writeHistory } from "../../io/history-file.ts";
import { Journal } from "../../io/journal.ts";
import type { RunStore } from "../../io/run-store.ts";
import { type PipelineParts, runGenerate, runScrape, runVerify } from "../build.ts";
import { changelogText } from "../dataset/dataset-history.ts";
import { finishRun } from "../finish.ts";
import { taskRepairer } from "../repair-task.ts";
import { runTasks } from "../rows.ts";
import type { SourcePlan } from "../scrape.ts";
import { carriedTask } from "./carried-task.ts";
import { type CarryParts, carryingGenerator } from "./carrying-generator.ts";
import { EarlierDocuments } from "./earlier-documents.ts";
import { scrapeRules } from "./scrape-rules.ts";
import { settleRefresh } from "./settle.ts";

export interface RefreshParts extends PipelineParts {
  readonly earlier: FinishedRun;
  readonly earlierHistory: DatasetHistory | null;
  readonly options: RefreshOptions;
  readonly restore: (lock: EnvironmentLock, signal?: AbortSignal) => Promise<RealisedEnvironment>;
}

export interface Refreshed {
  readonly summary: Summary;
  readonly refresh: RefreshSummary;
}

/** Fills `store` with the refreshed dataset of `parts.earlier`, which is only read. */
export async function* refreshRun(
  store: RunStore,
  plans: readonly SourcePlan[],
  config: Config,
  parts: RefreshParts,
): AsyncGenerator<PipelineEvent, Refreshed> {
  const { earlier, earlierHistory, options, renderTask } = parts;
  const documents = await EarlierDocuments.of(earlier);
  yield* runScrape(store, plans, config, { ...parts, ...(await scrapeRules(earlier, plans, options)) });
  yield { type: "note", message: await plannedWork(store, documents, config, parts) };
  const journal = await Journal.open(
    store.path("refresh.jsonl"),
    refreshRecordSchema,
    ({ taskId }) => taskId,
  );
  try {
    await mergeEnvironments(store, documents, parts);
    const generator = carryingGenerator(await carryParts(store, journal, documents, { config, parts }));
    yield* runGenerate(store, config, { ...parts, generator }, refreshArguments(parts));
    yield* runVerify(store, config, parts);
    const settled = await settleRefresh({ earlier, earlierHistory, documents, store, journal, renderTask });
    const { history, summary: refresh } = settled;
    await writeHistory(store.folder, history, changelogText(store.manifest.name, history));
    await store.writeJson("refresh.json", refresh);
    const summary = yield* finishRun(store, { formats: config.export.formats, renderTask });
    return { summary, refresh };
  } finally {
    await journal.close();
  }
}

/** What is the same, and what goes to whom: a model may have been taken over from the earlier run. */
async function plannedWork(
  store: RunStore,
  documents: EarlierDocuments,
  { model }: Config,
  { generator }: RefreshParts,
): Promise<string> {
  const { same, changed, new: fresh, gone } = await documents.count(store);
  const asked = model === undefined ? generator.name : `${generator.name} with ${model.name}`;
  return `documents: ${same} as they were, ${changed} changed, ${fresh} new, ${gone} gone; ${changed + fresh} go to ${asked}`;
}

/** What the manifest says of where a refreshed run comes from. */
function refreshArguments({ earlier, earlierHistory, options }: RefreshParts): JsonObject {
  const { name } = earlier.manifest;
  return { refresh: { from: { name, version: earlierHistory?.version ?? "1.0.0" }, ...options } };
}

/** Announces what the carried tasks will ask for, so that few environments serve them. */
async function mergeEnvironments(
  store: RunStore,
  documents: EarlierDocuments,
  { earlier, environments, options, signal }: RefreshParts,
): Promise<void> {
  const sets = new Map<string, readonly string[]>();
  for await (const { state, document } of store.documents.records()) {
    if (state !== "accepted" || document === null) continue;
    const before = await documents.get(document.id);
    for (const task of (await earlier.tasks.get(document.id))?.tasks ?? []) {
      const { requirements } = carriedTask(task, before, document, options.upgrade);
      sets.set(requirements.join("\n"), requirements);
    }
  }
  await environments.merge?.([...sets.values()], signal);
}

async function carryParts(
  store: RunStore,
  journal: Journal<RefreshRecord>,
  documents: EarlierDocuments,
  { config, parts }: { readonly config: Config; readonly parts: RefreshParts },
): Promise<CarryParts> {
  const { repairAgent, models } = parts;
  const { limits } = config.verify;
  const repair =
    repairAgent === null || models === null ? null : taskRepairer(repairAgent, { ...parts, models, limits });
  const duplicates = await findDuplicates(tasksStillThere(parts.earlier, store));
  return { ...parts, store, journal, documents, settings: config.verify, duplicates, repair };
}

/** Tasks of the earlier run whose document is still there. */
async function* tasksStillThere(earlier: FinishedRun, store: RunStore): AsyncGenerator<Task> {
  const accepted = new Set<string>();
  for await (const { state, document } of store.documents.records())
    if (state === "accepted" && document !== null) accepted.add(document.id);
  for await (const task of runTasks(earlier)) if (accepted.has(task.documentId)) yield task;
}

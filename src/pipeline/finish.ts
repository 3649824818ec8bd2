/** What a run ends with: summary, dataset, report. Made anew from the journals each time. */
import type { ExportFormat } from "../contracts/config.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { Summary } from "../contracts/summary.ts";
import type { Task } from "../contracts/task.ts";
import type { RunStore } from "../io/run-store.ts";
import { type ReportSample, renderReport } from "../report/html.ts";
import { countInto, sortedCounts } from "../util/counts.ts";
import type { DatasetHistory } from "../contracts/dataset-version.ts";
import { readHistory, writeHistory } from "../io/history-file.ts";
import { readRefresh } from "../io/refresh-file.ts";
import { changelogText, firstHistory } from "./dataset/dataset-history.ts";
import { exportDataset } from "./export.ts";
import { ingestReport } from "./ingest-report.ts";
import { runRows, verifiedTasks } from "./rows.ts";
import { summarizeRun } from "./summarize.ts";

const SAMPLES = 8;

export interface FinishOptions {
  readonly formats: readonly ExportFormat[];
  readonly renderTask: (task: Task) => string;
  /** Where the dataset goes; default `<run>/export`. */
  readonly exportFolder?: string;
}

/** Writes `summary.json`, `ingest.json`, the dataset and `report.html`; returns the summary. */
export async function* finishRun(
  store: RunStore,
  options: FinishOptions,
): AsyncGenerator<PipelineEvent, Summary> {
  const summary = await summarizeRun(store);
  await store.writeJson("summary.json", summary);
  yield { type: "file-written", path: store.path("summary.json") };
  const history = await currentHistory(store, summary);
  const folder = options.exportFolder ?? store.path("export");
  await exportDataset(() => runRows(store, options.renderTask), {
    folder,
    formats: options.formats,
    name: summary.name,
    toolkitVersion: summary.toolkitVersion,
    summary,
    history,
  });
  yield { type: "file-written", path: folder };
  yield* writeReport(store, summary, options.renderTask);
  return summary;
}

/** The versions of the dataset: a refresh has written them; a build's is the first, and counts what there is now. */
async function currentHistory(store: RunStore, summary: Summary): Promise<DatasetHistory> {
  const noted = await readHistory(store.folder);
  if (noted !== null && noted.entries.some(({ step }) => step !== null)) return noted;
  if (noted !== null && "refresh" in (store.manifest.stages.generate ?? {})) return noted;
  const first = firstHistory(summary.export);
  await writeHistory(store.folder, first, changelogText(summary.name, first));
  return first;
}

/** Writes `ingest.json` and `report.html`. */
export async function* writeReport(
  store: RunStore,
  summary: Summary,
  renderTask: (task: Task) => string,
): AsyncGenerator<PipelineEvent> {
  const ingest = await ingestReport(store.documents.records());
  await store.writeJson("ingest.json", ingest);
  const domains = {};
  const samples: ReportSample[] = [];
  const failures: ReportSample[] = [];
  for await (const { task, record } of verifiedTasks(store)) {
    if (record.tier !== "none") countInto(domains, task.domain);
    const list = record.tier === "verified" || record.tier === "all" ? samples : failures;
    if (list.length < SAMPLES) list.push({ record, program: renderTask(task) });
  }
  const refresh = await readRefresh(store.folder);
  const facts = { summary, ingest, domains: sortedCounts(domains), samples, failures, refresh };
  const report = renderReport(facts);
  await store.writeText("report.html", report);
  yield { type: "file-written", path: store.path("report.html") };
}

/** Exports the kept tasks: Parquet a config, JSON Lines a config, task files, and a card. */
import { createWriteStream } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileWriter } from "hyparquet-writer";
import { type ExportFormat, exportFormats } from "../contracts/config.ts";
import type { Summary } from "../contracts/summary.ts";
import { countInto, sortedCounts } from "../util/counts.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { datasetCard } from "../export/card.ts";
import { writeParquet } from "../export/parquet.ts";
import type { DatasetHistory } from "../contracts/dataset-version.ts";
import { CHANGELOG_FILE, VERSION_FILE, writeHistory } from "../io/history-file.ts";
import { changelogText, firstHistory } from "./dataset/dataset-history.ts";
import type { TaskRow } from "../contracts/task-row.ts";
import { configNames, inConfig } from "../export/row.ts";
import { requireReplaceable } from "./replaceable-folder.ts";
import { makeFolder } from "../io/make-folder.ts";

const EXPORTED = ["README.md", "data", "jsonl", "tasks", VERSION_FILE, CHANGELOG_FILE];

export interface ExportOptions {
  readonly folder: string;
  readonly formats: readonly ExportFormat[];
  readonly name: string;
  readonly toolkitVersion: string;
  readonly summary: Summary;
  /** Left out: this is the first version. */
  readonly history?: DatasetHistory;
}

/**
 * Writes the dataset into `folder` by way of a neighbour that is renamed at the end, so that a folder named
 * `export` is always a whole one. `rows` is called once a file: rows are streamed, never held together.
 */
export async function exportDataset(
  rows: () => AsyncIterable<TaskRow>,
  options: ExportOptions,
): Promise<void> {
  await requireReplaceable(options.folder, EXPORTED, "README.md");
  const { history = firstHistory(options.summary.export) } = options;
  const formats = [...new Set([...options.formats, ...(await formatsIn(options.folder))])];
  const temporary = `${options.folder}.codergen-tmp`;
  await rm(temporary, { recursive: true, force: true });
  await makeFolder(temporary);
  for (const config of configNames) {
    const kept = () => filterRows(rows(), (row) => inConfig(row.tier, config));
    if (formats.includes("parquet")) {
      await writeRowsFile(join(temporary, "data", config, "test.parquet"), (path) =>
        writeParquet(kept(), fileWriter(path)),
      );
    }
    if (formats.includes("jsonl")) {
      await writeRowsFile(join(temporary, "jsonl", `${config}.jsonl`), (path) => writeJsonl(kept(), path));
    }
  }
  const counts = { licences: {}, domains: {}, sources: {} };
  for await (const row of rows()) {
    if (!inConfig(row.tier, "any")) continue;
    countInto(counts.licences, row.licence ?? "unknown");
    countInto(counts.domains, row.domain);
    countInto(counts.sources, row.source);
    if (formats.includes("py")) {
      await writeFileAtomic(join(temporary, "tasks", row.tier, `${row.task_id}.py`), row.program);
    }
  }
  const sorted = {
    licences: sortedCounts(counts.licences),
    domains: sortedCounts(counts.domains),
    sources: sortedCounts(counts.sources),
  };
  await writeFileAtomic(
    join(temporary, "README.md"),
    datasetCard({ ...options, ...sorted, version: history.version }),
  );
  await writeHistory(temporary, history, changelogText(options.name, history));
  await rm(options.folder, { recursive: true, force: true });
  await rename(temporary, options.folder);
}

const FOLDERS: Readonly<Record<ExportFormat, string>> = { parquet: "data", jsonl: "jsonl", py: "tasks" };

/** Formats of an earlier export, which are written anew with the others: a folder holds one state of the dataset. */
async function formatsIn(folder: string): Promise<ExportFormat[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return exportFormats.filter((format) => names.includes(FOLDERS[format]));
}

async function writeRowsFile(path: string, write: (path: string) => Promise<void>): Promise<void> {
  await makeFolder(dirname(path));
  await write(path);
}

async function writeJsonl(rows: AsyncIterable<TaskRow>, path: string): Promise<void> {
  await pipeline(Readable.from(jsonLines(rows)), createWriteStream(path));
}

async function* jsonLines(rows: AsyncIterable<TaskRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function* filterRows(
  rows: AsyncIterable<TaskRow>,
  keep: (row: TaskRow) => boolean,
): AsyncGenerator<TaskRow> {
  for await (const row of rows) if (keep(row)) yield row;
}

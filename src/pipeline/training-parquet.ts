/** Training sets as Parquet, for publishing: one config a format, one file a split, one declared schema for all. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileWriter } from "hyparquet-writer";
import type { JsonObject } from "../contracts/json.ts";
import { jsonValueSchema } from "../contracts/json.ts";
import type { PublishedConfig } from "../contracts/publish.ts";
import { splitNames, type TrainingFormat, trainingFormats } from "../contracts/training.ts";
import { describeError, ToolkitError } from "../errors.ts";
import { writeColumns } from "../export/parquet.ts";
import { FurtherColumns, trainingColumns } from "../export/training/columns.ts";
import { textLines } from "../io/dataset-rows.ts";
import { countInto } from "../util/counts.ts";
import type { FoundConfigs, PlacedFile } from "./publish-files.ts";
import { makeFolder } from "../io/make-folder.ts";

/**
 * Writes every format of `training` into `staging`. Columns that a format does not declare are taken over as text, by
 * what all rows hold: no first rows decide.
 * @throws ToolkitError `input-not-found` when there is none, `input-invalid` for rows that are not of their format.
 */
export async function trainingAsParquet(training: string, staging: string): Promise<FoundConfigs> {
  const names: readonly string[] = existsSync(training) ? await readdir(training) : [];
  const configs: PublishedConfig[] = [];
  const files: PlacedFile[] = [];
  const notes: string[] = [];
  for (const format of trainingFormats.filter((name) => names.includes(name))) {
    const splits = splitNames.filter((split) => existsSync(join(training, format, `${split}.jsonl`)));
    if (splits.length === 0) continue;
    const columns = trainingColumns[format];
    if (columns === undefined) {
      notes.push(`${format}: not published, it is made for an upload to another place`);
      continue;
    }
    const further = new FurtherColumns(columns);
    for (const split of splits)
      for await (const row of readRows(join(training, format, `${split}.jsonl`))) further.see(row);
    if (further.names.length > 0)
      notes.push(`${format}: further columns are published as text: ${further.names.join(", ")}`);
    const written = [];
    for (const split of splits) {
      const place = {
        source: join(training, format, `${split}.jsonl`),
        path: `training/${format}/${split}.parquet`,
      };
      const { rows, file } = await writeSplit(place, staging, { format, further });
      files.push({ path: place.path, file });
      written.push({ split, path: place.path, rows });
    }
    configs.push({ name: format, files: written });
  }
  if (configs.length > 0) return { configs, files, notes };
  throw new ToolkitError("input-not-found", `${training} holds no training sets`, {
    hint: "Make some first: codergen export <run> --format chat.",
  });
}

async function writeSplit(
  place: { readonly source: string; readonly path: string },
  staging: string,
  { format, further }: { readonly format: TrainingFormat; readonly further: FurtherColumns },
): Promise<{ readonly rows: number; readonly file: string }> {
  const file = join(staging, place.path);
  await makeFolder(join(file, ".."));
  let rows = 0;
  async function* fitted() {
    for await (const row of readRows(place.source)) {
      rows++;
      try {
        yield further.fit(row);
      } catch (error) {
        throw new ToolkitError("input-invalid", `${place.source}, row ${rows}: ${describeError(error)}`, {
          hint: `Export it again: codergen export <run> --format ${format}.`,
          cause: error,
        });
      }
    }
  }
  await writeColumns(fitted(), further.columns, fileWriter(file));
  return { rows, file };
}

async function* readRows(path: string): AsyncGenerator<JsonObject> {
  let number = 0;
  for await (const text of textLines(path)) {
    number++;
    const parsed = jsonValueSchema.safeParse(valueOf(text));
    const value = parsed.success ? parsed.data : null;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new ToolkitError("input-invalid", `${path}, row ${number} is no JSON object`, {
        hint: "Export the training sets again: codergen export RUN --format chat.",
      });
    yield value;
  }
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Licences of the tasks that examples come from, with the examples of each; "unknown" for none. */
export async function trainingLicences(
  training: string,
  formats: readonly string[],
): Promise<Record<string, number>> {
  const licences: Record<string, number> = {};
  for (const format of formats)
    for await (const { licence } of readRows(join(training, format, "index.jsonl")))
      countInto(licences, typeof licence === "string" ? licence : "unknown");
  return licences;
}

/** Which files of a dataset folder are published, and as which configs: all files of a config have one shape. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync } from "hyparquet";
import type { PublishedConfig } from "../contracts/publish.ts";
import { ToolkitError } from "../errors.ts";
import { configNames } from "../export/row.ts";

export interface DatasetPlace {
  /** Folder with README.md and data/. */
  readonly dataset: string;
  /** The run it comes from; null for a dataset folder alone. */
  readonly run: string | null;
}

/** A file on disk and its place in the repository. */
export interface PlacedFile {
  readonly path: string;
  readonly file: string;
}

export interface FoundConfigs {
  readonly configs: readonly PublishedConfig[];
  readonly files: readonly PlacedFile[];
  readonly notes: readonly string[];
}

/** @throws ToolkitError `input-not-found` for a folder that has no dataset in Parquet. */
export function findDataset(folder: string): DatasetPlace {
  const run = existsSync(join(folder, "manifest.json")) ? folder : null;
  const dataset = run === null ? folder : join(folder, "export");
  if (existsSync(join(dataset, "README.md")) && existsSync(join(dataset, "data"))) return { dataset, run };
  throw new ToolkitError("input-not-found", `${dataset} is no dataset in Parquet with a card`, {
    hint:
      run === null
        ? "Give the folder of a run, or one that `codergen export <run> --to <dir>` made."
        : `Make it first: codergen export ${folder}.`,
  });
}

interface ShapedFile extends PlacedFile {
  readonly split: string;
  readonly rows: number;
  readonly shape: string;
}

/** Configs of `data/`: one a folder, more where its files differ in their columns; empty ones are left out. */
export async function findConfigs(dataset: string): Promise<FoundConfigs> {
  const entries = await readdir(join(dataset, "data"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const known = configNames.filter((name) => folders.includes(name));
  const others = folders.filter((name) => !known.includes(name as never)).toSorted();
  const found: FoundConfigs[] = [];
  for (const name of [...known, ...others])
    found.push(shapedConfigs(name, await shapedFiles(join(dataset, "data", name), `data/${name}`)));
  found.push(shapedConfigs(null, await shapedFiles(join(dataset, "data"), "data")));
  return {
    configs: found.flatMap(({ configs }) => configs),
    files: found.flatMap(({ files }) => files),
    notes: found.flatMap(({ notes }) => notes),
  };
}

/** Parquet files right in `folder`. */
async function shapedFiles(folder: string, prefix: string): Promise<ShapedFile[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".parquet"))
    .map(({ name }) => name)
    .toSorted();
  const files: ShapedFile[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const split = stemOf(name)
      .replace(/-\d+-of-\d+$/, "")
      .replaceAll(/\W/g, "_");
    files.push({ path: `${prefix}/${name}`, file, split, ...(await shapeOf(file)) });
  }
  return files;
}

async function shapeOf(file: string): Promise<{ readonly rows: number; readonly shape: string }> {
  try {
    const { num_rows: rows, schema } = await parquetMetadataAsync(await asyncBufferFromFile(file));
    const shape = schema.map((element) => [
      element.name,
      element.type,
      element.converted_type,
      element.repetition_type,
      element.num_children,
    ]);
    return { rows: Number(rows), shape: JSON.stringify(shape) };
  } catch (error) {
    throw new ToolkitError("input-invalid", `${file} cannot be read as Parquet`, {
      hint: "Remove it, or export the run again: codergen export RUN.",
      cause: error,
    });
  }
}

function shapedConfigs(folder: string | null, files: readonly ShapedFile[]): FoundConfigs {
  const filled = files.filter(({ rows }) => rows > 0);
  const notes = files
    .filter(({ rows }) => rows === 0)
    .map(({ path }) => `${path} has no rows and is left out: viewers cannot show an empty split`);
  const shapes = [...new Set(filled.map(({ shape }) => shape))];
  const configs = shapes.map((shape, index) => {
    const own = filled.filter((file) => file.shape === shape);
    const stem = stemOf(own[0]?.path ?? "");
    const further = folder === null ? stem : `${folder}-${stem}`;
    return { name: index === 0 && folder !== null ? folder : further, files: own.map(publishedFile) };
  });
  if (shapes.length > 1) {
    const names = configs.map(({ name }) => name).join(", ");
    notes.push(`${folder ?? "data"}: files with different columns are configs of their own: ${names}`);
  }
  return { configs, files: filled.map(({ path, file }) => ({ path, file })), notes };
}

function publishedFile({ split, path, rows }: ShapedFile): PublishedConfig["files"][number] {
  return { split, path, rows };
}

function stemOf(path: string): string {
  return basename(path, ".parquet");
}

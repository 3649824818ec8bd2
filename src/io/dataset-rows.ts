/** Rows of a dataset's file: JSON Lines, a JSON array, both also gzipped, or Parquet. One at a time, but for a JSON array. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { ToolkitError } from "../errors.ts";
import { withoutMark } from "../util/byte-order-mark.ts";

/** A row as text where the file has text, else as values. */
export type FileRow = { readonly text: string } | { readonly values: Readonly<Record<string, unknown>> };

const ROWS_AT_ONCE = 500;

/**
 * Blank lines are left out.
 * @throws ToolkitError `input-not-found`, or `input-invalid` for a file that is neither.
 */
export async function* datasetRows(path: string): AsyncGenerator<FileRow> {
  await requireFile(path);
  if (path.endsWith(".parquet")) yield* parquetRows(path);
  else if (/\.json(\.gz)?$/.test(path)) yield* arrayRows(path);
  else for await (const text of textLines(path)) yield { text };
}

/** Lines of a text file that are not blank, without holding the file. */
export async function* textLines(path: string): AsyncGenerator<string> {
  for await (const { text } of numberedLines(path)) yield text;
}

/** The same with the number that an editor shows, from 1. */
export async function* numberedLines(path: string): AsyncGenerator<{ text: string; number: number }> {
  await requireFile(path);
  const file = createReadStream(path);
  const input: Readable = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  file.on("error", (error) => input.destroy(error));
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    const line = number === 1 ? withoutMark(text) : text;
    if (line.trim() !== "") yield { text: line, number };
  }
}

/** @throws ToolkitError `input-not-found`. */
export async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() === true) return;
  throw new ToolkitError("input-not-found", `there is no file ${path}`, {
    hint: "Give the path of a JSON Lines, JSON or Parquet file.",
  });
}

async function* arrayRows(path: string): AsyncGenerator<FileRow> {
  const bytes = await readFile(path);
  const text = withoutMark((path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    for (const line of text.split("\n")) if (line.trim() !== "") yield { text: line }; // JSON Lines by another name
    return;
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const item of list) yield { text: JSON.stringify(item) };
}

async function* parquetRows(path: string): AsyncGenerator<FileRow> {
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const total = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < total; rowStart += ROWS_AT_ONCE) {
      const rowEnd = Math.min(total, rowStart + ROWS_AT_ONCE);
      const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
      for (const values of rows) yield { values };
    }
  } catch (error) {
    throw new ToolkitError("input-invalid", `${path} cannot be read as Parquet`, {
      hint: "Files with the compressions none, snappy and gzip are read.",
      cause: error,
    });
  }
}

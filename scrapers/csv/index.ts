/** Rows of CSV files with a header, by a column mapping. A ragged row is one rejected record, with its line. */
import { createReadStream } from "node:fs";
import { parse, type CsvError, type Parser } from "csv-parse";
import { z } from "zod";
import type { JsonObject } from "../../src/contracts/json.ts";
import type { ListContext, Listed, Source } from "../../src/contracts/source.ts";
import { ToolkitError } from "../../src/errors.ts";
import { columnsSchema, resolveColumns } from "../columns.ts";
import { parsers } from "../parsers.ts";
import { recordFiles, type RecordFile } from "../record-lines.ts";

const csvOptions = z.strictObject({
  from: z
    .union([z.string(), z.array(z.string()).min(1)])
    .describe("a .csv file with a header, or several, or a folder"),
  columns: columnsSchema,
  delimiter: z.string().min(1).default(",").describe("what separates the columns"),
});
export type CsvOptions = z.infer<typeof csvOptions>;

export const csv: Source<CsvOptions> = {
  name: "csv",
  summary: "rows of CSV files, by a column mapping",
  options: csvOptions,
  async *list(options, context) {
    for (const file of await recordFiles([options.from].flat(), [".csv", ".tsv"]))
      yield* listRows(file, options, context);
  },
  parse: async (page) => (await parsers.csv())(page),
};

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* listRows(
  file: RecordFile,
  options: CsvOptions,
  context: ListContext,
): AsyncGenerator<Listed> {
  const broken: Listed[] = [];
  const rows = openRows(file, options.delimiter, broken);
  let header: readonly string[] | null = null;
  let metadata: JsonObject = {};
  let line = 1;
  for await (const row of rows as AsyncIterable<Row>) {
    context.signal.throwIfAborted();
    yield* broken.splice(0);
    const { record, info } = row;
    if (header === null) {
      header = distinctHeader(record, file.name);
      metadata = { columns: resolveColumns(options.columns, header, file.name) };
    } else yield rowPage(`${file.name}#${line}`, header, record, metadata);
    line = info.lines + 1;
  }
  yield* broken;
  if (header === null)
    throw new ToolkitError("input-invalid", `${file.name} has no header row.`, {
      hint: "Its first row must name the columns.",
    });
}

/** @throws ToolkitError `input-invalid` for a name that stands twice: one of the two columns would be lost. */
function distinctHeader(header: readonly string[], file: string): readonly string[] {
  const doubled = [...new Set(header.filter((name, place) => header.indexOf(name) !== place))];
  if (doubled.length === 0) return header;
  const names = doubled.map((name) => `"${name}"`).join(", ");
  throw new ToolkitError("input-invalid", `${file} has more than one column named ${names}.`, {
    hint: "Give every column a name of its own.",
  });
}

function openRows(file: RecordFile, delimiter: string, broken: Listed[]): Parser {
  const parser = parse({
    bom: true,
    info: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  });
  parser.on("skip", (error: CsvError | undefined) => {
    const line = Number(error?.["lines"] ?? 0);
    broken.push({
      kind: "failed",
      input: `${file.name}#${line}`,
      reason: "invalid-record",
      detail: error?.message ?? "The row cannot be read.",
    });
  });
  const stream = createReadStream(file.path);
  stream.on("error", (error) => parser.destroy(error));
  return stream.pipe(parser);
}

function rowPage(
  input: string,
  header: readonly string[],
  record: readonly string[],
  metadata: JsonObject,
): Listed {
  if (record.length !== header.length) {
    const line = input.slice(input.lastIndexOf("#") + 1);
    const detail = `The row that starts on line ${line} has ${record.length} columns, the header has ${header.length}.`;
    return { kind: "failed", input, reason: "invalid-record", detail };
  }
  const row = Object.fromEntries(header.map((name, index) => [name, record[index] ?? ""]));
  const bytes = Buffer.from(JSON.stringify(row));
  return { kind: "page", page: { input, url: null, revision: null, etag: null, bytes, metadata } };
}

/** Rows to a Parquet file with a declared schema, streamed: a column of nulls or of empty lists keeps its type. */
import { parquetWriteRows } from "hyparquet-writer";
import type { SchemaElement, Writer } from "hyparquet-writer";
import type { TaskRow } from "../contracts/task-row.ts";

/** A list of records names the text fields of its records, such as role and content. */
export type ColumnType = "text" | "text-or-null" | "text-list" | { readonly listOf: readonly string[] };
export type Columns = Readonly<Record<string, ColumnType>>;

const COLUMNS: Record<keyof TaskRow, ColumnType> = {
  task_id: "text",
  document_id: "text",
  source: "text",
  url: "text-or-null",
  licence: "text-or-null",
  domain: "text",
  tier: "text",
  instruction: "text",
  requires_python: "text",
  requirements: "text-list",
  environment_id: "text",
  environment_lock: "text-list",
  python_version: "text",
  imports: "text",
  function_name: "text",
  function: "text",
  tests: "text",
  case_names: "text-list",
  case_kinds: "text-list",
  case_verdicts: "text-list",
  vacuous_cases: "text-list",
  generator: "text",
  program: "text",
};

const ROWS_PER_GROUP = 1_000;

/** Writes tasks to `writer`; memory holds one row group at a time. */
export async function writeParquet(rows: AsyncIterable<TaskRow>, writer: Writer): Promise<void> {
  await writeColumns(rows, COLUMNS, writer);
}

/** Writes rows of any declared columns to `writer`; memory holds one row group at a time. */
export async function writeColumns(
  rows: AsyncIterable<Record<string, unknown>>,
  columns: Columns,
  writer: Writer,
): Promise<void> {
  await parquetWriteRows({
    writer,
    rows,
    columns: Object.keys(columns).map((name) => ({ name })),
    schema: schemaElements(columns),
    rowGroupSize: ROWS_PER_GROUP,
    createdBy: "codergen",
  });
}

function schemaElements(columns: Columns): SchemaElement[] {
  const entries = Object.entries(columns);
  return [
    { name: "root", num_children: entries.length },
    ...entries.flatMap(([name, type]) => columnElements(name, type)),
  ];
}

function columnElements(name: string, type: ColumnType): SchemaElement[] {
  if (type === "text") return [textElement(name, "REQUIRED")];
  if (type === "text-or-null") return [textElement(name, "OPTIONAL")];
  if (type === "text-list") return listElements(name, [textElement("element", "OPTIONAL")]);
  return listElements(name, [
    { name: "element", repetition_type: "OPTIONAL", num_children: type.listOf.length },
    ...type.listOf.map((field) => textElement(field, "OPTIONAL")),
  ]);
}

function textElement(name: string, repetition_type: "REQUIRED" | "OPTIONAL"): SchemaElement {
  return { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type };
}

function listElements(name: string, element: readonly SchemaElement[]): SchemaElement[] {
  return [
    { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...element,
  ];
}

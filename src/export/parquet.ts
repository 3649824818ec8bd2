/** Rows to a Parquet file with a declared schema, streamed: a column of nulls or of empty lists keeps its type. */
import { parquetWriteRows } from "hyparquet-writer";
import type { SchemaElement, Writer } from "hyparquet-writer";
import type { TaskRow } from "../contracts/task-row.ts";

type ColumnType = "text" | "text-or-null" | "text-list";

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

/** Writes `rows` to `writer`; memory holds one row group at a time. */
export async function writeParquet(rows: AsyncIterable<TaskRow>, writer: Writer): Promise<void> {
  await parquetWriteRows({
    writer,
    rows,
    columns: Object.keys(COLUMNS).map((name) => ({ name })),
    schema: schemaElements(),
    rowGroupSize: ROWS_PER_GROUP,
    createdBy: "codergen",
  });
}

function schemaElements(): SchemaElement[] {
  const columns = Object.entries(COLUMNS);
  return [
    { name: "root", num_children: columns.length },
    ...columns.flatMap(([name, type]): SchemaElement[] =>
      type === "text-list"
        ? listElements(name)
        : [textElement(name, type === "text" ? "REQUIRED" : "OPTIONAL")],
    ),
  ];
}

function textElement(name: string, repetition_type: "REQUIRED" | "OPTIONAL"): SchemaElement {
  return { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type };
}

function listElements(name: string): SchemaElement[] {
  return [
    { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    textElement("element", "OPTIONAL"),
  ];
}

/** Sketches of benchmarks: made of their files, or read from files of sketches. */
import { basename } from "node:path";
import { SketchMaker, sketchOf } from "../audit/contamination/sketch.ts";
import type { JsonValue } from "../contracts/json.ts";
import { jsonValueSchema } from "../contracts/json.ts";
import type { Sketch } from "../contracts/sketch.ts";
import { ToolkitError } from "../errors.ts";
import { datasetRows, type FileRow } from "../io/dataset-rows.ts";
import { fileDigest } from "../io/file-digest.ts";
import { readSketchFile } from "../io/sketch-file.ts";

/** Fields with inputs and outputs: what programs are judged by says little about what they are. */
const TESTS = /(?:^|_)tests?(?:_|$)|^input_output$|^(?:base|plus)_input$|^assertion$/i;
const NAMES = /(?:^|_)(?:id|name|entry_point|source|url|licen[cs]e)$/i;

/**
 * The sketches that a file stands for: those in it, or the one made of its rows.
 * @throws ToolkitError `input-not-found`, `input-invalid` for a file without problems, or of another version.
 */
export async function sketchesOf(path: string): Promise<Sketch[]> {
  const found = await readSketchFile(path);
  return found === null ? [await makeSketch(path)] : found.map(sketchOf);
}

/**
 * The n-grams of every statement and solution of a benchmark's file: JSON Lines, JSON or Parquet, whatever its fields.
 * @throws ToolkitError `input-not-found`, `input-invalid` when there is no problem in it.
 */
export async function makeSketch(path: string): Promise<Sketch> {
  const maker = new SketchMaker();
  for await (const row of datasetRows(path)) maker.add(textsOf(valueOf(row, path)));
  const name = basename(path).replace(/\.(?:jsonl?|parquet)(?:\.gz)?$/, "");
  const sketch = maker.make(name, (await fileDigest(path)).sha256);
  if (sketch.code.length + sketch.text.length > 0) return sketch;
  throw new ToolkitError(
    "input-invalid",
    `${path} holds no problems: no statement and no solution was found`,
    {
      hint: "Give a benchmark's file whose rows have statements or solutions as texts.",
    },
  );
}

function valueOf(row: FileRow, path: string): JsonValue {
  if ("values" in row) return row.values as JsonValue;
  try {
    return jsonValueSchema.parse(JSON.parse(row.text));
  } catch (error) {
    throw new ToolkitError("input-invalid", `${path} has a line that is no JSON`, {
      hint: "Give JSON Lines, a JSON array, Parquet, or a file that `codergen sketch` wrote.",
      cause: error,
    });
  }
}

/** Statement and solution of a row, and the statement with the solution that continues it. */
function textsOf(row: JsonValue): string[] {
  if (typeof row !== "object" || row === null || Array.isArray(row))
    return typeof row === "string" ? [row] : [];
  const { canonical_solution: rest, ...others } = row;
  const kept = Object.entries(others).filter(([name]) => !TESTS.test(name) && !NAMES.test(name));
  const start = row["complete_prompt"] ?? row["prompt"];
  const whole = typeof rest === "string" ? [typeof start === "string" ? start + rest : rest] : [];
  return [...kept.flatMap(([, value]) => stringsIn(value)), ...whole];
}

/** All texts in a value, also in JSON within a text, as some benchmarks keep lists of solutions. */
function stringsIn(value: JsonValue): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(stringsIn);
  if (typeof value !== "string") return [];
  if (!/^\s*[[{]"/.test(value)) return [value];
  try {
    return stringsIn(JSON.parse(value) as JsonValue);
  } catch {
    return [value];
  }
}

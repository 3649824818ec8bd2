/** Files of sketches: the one that comes with the package, and those that users make. */
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type SketchFile, sketchFileSchema, type SketchRecord } from "../contracts/sketch.ts";
import { ToolkitError } from "../errors.ts";
import { writeFileAtomic } from "./atomic-file.ts";
import { packageRoot } from "./package-root.ts";

const MARK = '"codergenSketch"';
/** The mark stands within these first bytes. */
const MARK_BYTES = 100;

/** The sketch of HumanEval and MBPP. */
export function shippedSketchPath(): string {
  return join(packageRoot(), "data", "benchmark-sketch.json");
}

/**
 * The sketches in a file; null for a file that is none of sketches.
 * @throws ToolkitError `input-not-found`, or `input-invalid` for a file of another version.
 */
export async function readSketchFile(path: string): Promise<readonly SketchRecord[] | null> {
  if (!(await startOf(path)).includes(MARK)) return null;
  try {
    return sketchFileSchema.parse(JSON.parse(await readFile(path, "utf8"))).sketches;
  } catch (error) {
    throw new ToolkitError("input-invalid", `${path} is no sketch that this version reads`, {
      hint: "Make it again from the benchmark's file: codergen sketch FILE --to SKETCH.json.",
      cause: error,
    });
  }
}

async function startOf(path: string): Promise<string> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MARK_BYTES), 0, MARK_BYTES, 0);
      return buffer.toString("latin1", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new ToolkitError("input-not-found", `cannot read ${path}`, {
      hint: "Give a benchmark's .jsonl, .json or .parquet file, or a file that `codergen sketch` wrote.",
      cause: error,
    });
  }
}

/** Writes sketches to one file, a line each. */
export async function writeSketchFile(path: string, sketches: readonly SketchRecord[]): Promise<void> {
  const file: SketchFile = { codergenSketch: 1, sketches: [...sketches] };
  const lines = file.sketches.map((sketch) => JSON.stringify(sketch));
  await writeFileAtomic(path, `{"codergenSketch":1,"sketches":[\n${lines.join(",\n")}\n]}\n`);
}

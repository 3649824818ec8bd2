/** Sketches of benchmarks, for audits of contamination. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { sketchRecord } from "../audit/contamination/sketch.ts";
import { readSketchFile, writeSketchFile } from "../io/sketch-file.ts";
import { ToolkitError } from "../errors.ts";
import { sketchesOf } from "../pipeline/make-sketch.ts";
import type { Sketch } from "../contracts/sketch.ts";

/**
 * Writes one file with a sketch of each benchmark: hashes of the n-grams of its statements and solutions, no text.
 * @param files Benchmarks' files, and files of sketches, whose sketches are taken over.
 * @throws ToolkitError `input-not-found`, `input-invalid`; `usage` where `to` is a file of something else.
 */
export async function makeSketches(files: readonly string[], to: string): Promise<Sketch[]> {
  await requireReplaceable(to);
  const sketches: Sketch[] = [];
  for (const file of files) sketches.push(...(await sketchesOf(resolve(file))));
  await writeSketchFile(resolve(to), sketches.map(sketchRecord));
  return sketches;
}

/** A benchmark's own file named by mistake is not overwritten. */
async function requireReplaceable(to: string): Promise<void> {
  if (!existsSync(to)) return;
  const earlier = await readSketchFile(resolve(to)).catch(() => []); // sketches of another version are made anew
  if (earlier !== null) return;
  throw new ToolkitError("usage", `${to} is there and no file of sketches`, {
    hint: "Give a new file with --to, or remove that one.",
  });
}

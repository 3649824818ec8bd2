/** Sketches of benchmarks, for audits of contamination. */
import { resolve } from "node:path";
import { sketchRecord } from "../audit/contamination/sketch.ts";
import { writeSketchFile } from "../io/sketch-file.ts";
import { sketchesOf } from "../pipeline/make-sketch.ts";
import type { Sketch } from "../contracts/sketch.ts";

/**
 * Writes one file with a sketch of each benchmark: hashes of the n-grams of its statements and solutions, no text.
 * @param files Benchmarks' files, and files of sketches, whose sketches are taken over.
 * @throws ToolkitError `input-not-found`, `input-invalid`.
 */
export async function makeSketches(files: readonly string[], to: string): Promise<Sketch[]> {
  const sketches: Sketch[] = [];
  for (const file of files) sketches.push(...(await sketchesOf(resolve(file))));
  await writeSketchFile(resolve(to), sketches.map(sketchRecord));
  return sketches;
}

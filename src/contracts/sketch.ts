/**
 * A membership sketch: what n-grams a benchmark has, as hashes, without its text.
 * Source of the idea: Marone and Van Durme, "Data Portraits".
 */
import { z } from "zod";

/** Hashes of n-grams (32 bits), ascending, as the numbers' little-endian bytes in base64. */
const hashesSchema = z.base64();

export const sketchSchema = z.strictObject({
  /** What a reader calls it, e.g. "HumanEval". */
  name: z.string().min(1),
  problems: z.int(),
  /** SHA-256 of the file it was made of. */
  source: z.string(),
  code: hashesSchema,
  text: hashesSchema,
});
export type SketchRecord = z.infer<typeof sketchSchema>;

/** A file of sketches. Another version has other n-grams. */
export const sketchFileSchema = z.strictObject({
  codergenSketch: z.literal(1),
  sketches: z.array(sketchSchema).min(1),
});
export type SketchFile = z.infer<typeof sketchFileSchema>;

/** A sketch as it is asked. */
export interface Sketch {
  readonly name: string;
  readonly problems: number;
  /** SHA-256 of the file it was made of. */
  readonly source: string;
  /** Ascending. */
  readonly code: Uint32Array;
  /** Ascending. */
  readonly text: Uint32Array;
}

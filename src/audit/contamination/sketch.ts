/** Sketches made from problems, as records and back. */
import type { Sketch, SketchRecord } from "../../contracts/sketch.ts";
import { codeGrams, textGrams } from "./n-grams.ts";
import { partsOf } from "./parts.ts";

/** An n-gram of this many problems or more is a habit of the benchmark and says nothing about a problem. */
const HABIT = 8;
const BYTES = 4;

/** Takes in problem after problem. */
export class SketchMaker {
  readonly #counts = { code: new Map<number, number>(), text: new Map<number, number>() };
  #problems = 0;

  /** @param texts All texts of a problem: statement, solution, tests. */
  add(texts: readonly string[]): void {
    const code = new Set<number>();
    const text = new Set<number>();
    for (const one of texts) {
      const parts = partsOf(one);
      for (const gram of codeGrams(parts.code)) code.add(gram);
      for (const gram of parts.prose.flatMap((prose) => [...textGrams(prose)])) text.add(gram);
    }
    for (const [counts, grams] of [
      [this.#counts.code, code],
      [this.#counts.text, text],
    ] as const)
      for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
    this.#problems++;
  }

  /** @param source SHA-256 of the file that the problems are from. */
  make(name: string, source: string): Sketch {
    const { code, text } = this.#counts;
    return { name, problems: this.#problems, source, code: characteristic(code), text: characteristic(text) };
  }
}

function characteristic(counts: ReadonlyMap<number, number>): Uint32Array {
  const kept = [...counts].filter(([, problems]) => problems < HABIT).map(([gram]) => gram);
  return Uint32Array.from(kept).sort();
}

/** A sketch as JSON takes it. */
export function sketchRecord({ name, problems, source, code, text }: Sketch): SketchRecord {
  return { name, problems, source, code: base64(code), text: base64(text) };
}

/** @throws RangeError for hashes that are cut short. */
export function sketchOf({ name, problems, source, code, text }: SketchRecord): Sketch {
  return { name, problems, source, code: numbers(code), text: numbers(text) };
}

function base64(hashes: Uint32Array): string {
  const bytes = Buffer.alloc(BYTES * hashes.length);
  hashes.forEach((hash, at) => bytes.writeUInt32LE(hash, BYTES * at));
  return bytes.toString("base64");
}

function numbers(text: string): Uint32Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % BYTES !== 0) throw new RangeError("the hashes are cut short");
  return Uint32Array.from({ length: bytes.length / BYTES }, (_, at) => bytes.readUInt32LE(BYTES * at));
}

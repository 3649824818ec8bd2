/** How much of a task is in a benchmark, by the n-grams that they share. */
import type { Contamination } from "../../contracts/audit.ts";
import type { Sketch } from "../../contracts/sketch.ts";
import { CODE_LENGTH, codeGrams, TEXT_LENGTH, textGrams } from "./n-grams.ts";
import { partsOf } from "./parts.ts";

type Found = Pick<Contamination, "share" | "longest">;

interface Rule {
  /** From this share of n-grams on, when the longest run has at least `leastRun`. */
  readonly share: number;
  readonly leastRun: number;
  /** A run of this many tokens or words is enough by itself. */
  readonly run: number;
}

/** Thresholds, measured in docs/decisions/contamination.md. */
const RULES: Readonly<Record<Contamination["where"], Rule>> = {
  code: { share: 0.3, leastRun: 12, run: 40 },
  text: { share: 0.15, leastRun: 6, run: 20 },
};

/**
 * The benchmark that has most of a task, or null when none has anything of it.
 * @param task `text`: the instruction; `code`: the function, whose docstrings and comments are text too.
 */
export function overlapWith(
  sketches: readonly Sketch[],
  task: { readonly text: string; readonly code: string },
): Contamination | null {
  if (sketches.length === 0) return null;
  const { code, prose } = partsOf(task.code);
  const parts = [
    { where: "code" as const, grams: codeGrams(code), length: CODE_LENGTH },
    ...[task.text, ...prose].map((text) => ({
      where: "text" as const,
      grams: textGrams(text),
      length: TEXT_LENGTH,
    })),
  ];
  let most: Contamination | null = null;
  for (const sketch of sketches)
    for (const { where, grams, length } of parts) {
      const found = foundIn(grams, sketch[where], length);
      if (found === null) continue;
      const one = { benchmark: sketch.name, where, ...found, contaminated: repeats(found, RULES[where]) };
      if (most === null || rank(one) > rank(most)) most = one;
    }
  return most;
}

function repeats({ share, longest }: Found, rule: Rule): boolean {
  return longest >= rule.run || (share >= rule.share && longest >= rule.leastRun);
}

function rank({ contaminated, share }: Contamination): number {
  return (contaminated ? 1 : 0) + share;
}

function foundIn(grams: Uint32Array, sketch: Uint32Array, length: number): Found | null {
  let hits = 0;
  let run = 0;
  let longestRun = 0;
  const filter = filterOf(sketch);
  for (const gram of grams) {
    const isIn = has(sketch, filter, gram);
    run = isIn ? run + 1 : 0;
    if (isIn) hits++;
    longestRun = Math.max(longestRun, run);
  }
  if (hits === 0) return null;
  return { share: Math.round((1_000 * hits) / grams.length) / 1_000, longest: longestRun + length - 1 };
}

/** One bit for each 22 first bits of a hash: hardly any strange hash needs to be looked for. */
const filters = new WeakMap<Uint32Array, Uint8Array>();
const FILTER_BITS = 22;

function filterOf(sorted: Uint32Array): Uint8Array {
  const known = filters.get(sorted);
  if (known !== undefined) return known;
  const filter = new Uint8Array(2 ** (FILTER_BITS - 3));
  for (const hash of sorted) {
    const bit = hash >>> (32 - FILTER_BITS);
    filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  filters.set(sorted, filter);
  return filter;
}

function has(sorted: Uint32Array, filter: Uint8Array, value: number): boolean {
  const bit = value >>> (32 - FILTER_BITS);
  if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}

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
  for (const gram of grams) {
    const isIn = has(sketch, gram);
    run = isIn ? run + 1 : 0;
    if (isIn) hits++;
    longestRun = Math.max(longestRun, run);
  }
  if (hits === 0) return null;
  return { share: Math.round((1_000 * hits) / grams.length) / 1_000, longest: longestRun + length - 1 };
}

function has(sorted: Uint32Array, value: number): boolean {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}

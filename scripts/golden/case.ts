/** A case of a golden file, and what replaying it gives. */
import type { MatrixContext } from "../../src/pipeline/rank/pass-matrix.ts";
import type { Python } from "../../src/python/index.ts";

export type Recorded = Readonly<Record<string, unknown>>;

export interface GoldenCase {
  readonly id: string;
  readonly kind: string;
  readonly input: Recorded;
  readonly output: unknown;
}

export type Replayed =
  | { readonly state: "passed" }
  | { readonly state: "failed"; readonly detail: string }
  | { readonly state: "skipped"; readonly reason: string };

export interface Tools {
  readonly python: Python;
  /** The sandbox, made when the first case needs it. */
  readonly context: () => Promise<MatrixContext>;
  /** Folder with the benchmarks; null when it is not there. */
  readonly benchmarks: string | null;
}

export type Replay = (golden: GoldenCase, tools: Tools) => Replayed | Promise<Replayed>;

export const passed: Replayed = { state: "passed" };

export function skipped(reason: string): Replayed {
  return { state: "skipped", reason };
}

/** Passed when both are equal, numbers within 1e-9. */
export function compare(what: string, expected: unknown, found: unknown): Replayed {
  return isEqual(expected, found)
    ? passed
    : {
        state: "failed",
        detail: `${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`,
      };
}

/** The first that did not pass. */
export function all(...results: readonly Replayed[]): Replayed {
  return results.find(({ state }) => state !== "passed") ?? passed;
}

export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number")
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (isRecord(a) && isRecord(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => isEqual(a[key], b[key]));
  }
  return a === b;
}

export function isRecord(value: unknown): value is Recorded {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Places in a list of the names t0, c3, … */
export function placesOf(names: unknown): number[] {
  return texts(names).map((name) => Number(name.slice(1)));
}

export function names(letter: "t" | "c", places: readonly number[]): string[] {
  return places.map((place) => `${letter}${place}`);
}

/** A value that is text, or another. */
export function textOf(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

/** 5, 25, 50, 75 and 95 % of the values are at most these; empty of nothing. */
export function fiveQuantiles(values: Iterable<number>): number[] {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return [];
  return [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
}

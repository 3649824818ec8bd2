/** Counting by name. */

/** Adds one to `counts[name]`. */
export function countInto<Name extends string>(counts: Partial<Record<Name, number>>, name: Name): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** The same counts, most frequent first, then by name. */
export function sortedCounts<Counts extends Partial<Record<string, number>>>(counts: Counts): Counts {
  const entries = Object.entries(counts).sort(([a, x = 0], [b, y = 0]) => y - x || (a < b ? -1 : 1));
  return Object.fromEntries(entries) as Counts;
}

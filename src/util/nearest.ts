/** "Did you mean": the known name closest to a mistyped one. */
import { distance as editDistance } from "fastest-levenshtein";

/** The entry of `known` nearest to `name`, or null when none is near enough to be meant. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = distanceOf(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Letters changed, added or left out; two neighbours that changed places count once. */
function distanceOf(a: string, b: string): number {
  const distance = editDistance(a, b);
  if (distance !== 2 || a.length !== b.length) return distance;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2) ? 1 : 2;
}

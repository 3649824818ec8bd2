/** "Did you mean": the known name closest to a mistyped one. */
import { distance as editDistance } from "fastest-levenshtein";

/** The entry of `known` nearest to `name`, or null when none is near enough to be meant. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

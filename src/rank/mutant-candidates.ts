/** Candidates without a model: the reference and mutants of it, in an order that does not give it away. */
import type { Python } from "../python/index.ts";
import { mutantsOf } from "../python/mutants.ts";
import { hashValue } from "../util/hash.ts";
import { seededRandom } from "../util/statistics.ts";

export interface MutantCandidatesOptions {
  /** Programs, the reference among them. */
  readonly count: number;
  readonly seed: number;
}

/**
 * At most `count` distinct programs: the reference, then mutants with one change, then with two where those are too
 * few; which ones, and their order, by the seed.
 */
export function mutantCandidates(
  python: Python,
  reference: string,
  functionName: string,
  { count, seed }: MutantCandidatesOptions,
): string[] {
  const random = seededRandom(Number.parseInt(hashValue([seed, reference]).slice(0, 8), 16));
  const once = shuffled(
    mutantsOf(python, reference, { within: functionName }).map(({ code }) => code),
    random,
  );
  const chosen = new Set([reference, ...once.slice(0, count - 1)]);
  for (const mutant of once) {
    if (chosen.size >= count) break;
    for (const { code } of shuffled(mutantsOf(python, mutant, { within: functionName }), random)) {
      if (chosen.size >= count) break;
      chosen.add(code);
    }
  }
  return shuffled([...chosen], random);
}

/** Fisher and Yates. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other] as Item, list[last] as Item];
  }
  return list;
}

/**
 * Which part of a training set an example goes to. What belongs together (tasks of one document, tasks that are nearly
 * the same) goes to one part; a part does not change when other examples come or go.
 */
import { splitNames, type SplitName, type TrainingOptions } from "../../contracts/training.ts";
import { sha256 } from "../../util/hash.ts";
import { UnionFind } from "../../util/union-find.ts";

/** Hexadecimal digits that make a number below 2^48. */
const DIGITS = 12;

/** The part of the group called `key`: by its hash, so that shares hold on average. */
export function splitOf(key: string, shares: TrainingOptions["split"], seed: number): SplitName {
  const place = Number.parseInt(sha256(`${seed}:${key}`).slice(0, DIGITS), 16) / 16 ** DIGITS;
  let upTo = 0;
  for (const name of splitNames) {
    upTo += shares[name];
    if (place < upTo) return name;
  }
  return "train";
}

/**
 * For every row the name of its group: the least document id of all rows that are joined by a document or by being
 * nearly the same.
 * @param likes For each row the number of a row that it is like; its own where there is none.
 */
export function splitKeys(documentIds: readonly string[], likes: readonly number[]): string[] {
  const sets = new UnionFind(documentIds.length);
  const firstOf = new Map<string, number>();
  documentIds.forEach((document, index) => {
    sets.join(index, firstOf.get(document) ?? index);
    if (!firstOf.has(document)) firstOf.set(document, index);
    sets.join(index, likes[index] ?? index);
  });
  const least = new Map<number, string>();
  documentIds.forEach((document, index) => {
    const root = sets.find(index);
    const known = least.get(root);
    if (known === undefined || document < known) least.set(root, document);
  });
  return documentIds.map((document, index) => least.get(sets.find(index)) ?? document);
}

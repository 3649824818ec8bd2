/**
 * Which part of a training set an example goes to. What belongs together (tasks of one document, tasks that are nearly
 * the same) goes to one part.
 */
import { splitNames, type SplitName, type TrainingOptions } from "../../contracts/training.ts";
import { sha256 } from "../../util/hash.ts";
import { UnionFind } from "../../util/union-find.ts";

/** Hexadecimal digits that make a number below 2^48. */
const DIGITS = 12;

/** From this many groups on the shares hold on average. */
const MANY_GROUPS = 1_000;

/**
 * The part of each group, by the hash of its name. With many groups a part depends on nothing else; with few, groups are
 * dealt out in the order of their hashes so that the shares of rows hold, and one near a border may change when others come.
 */
export function splitsOfGroups(
  keys: readonly string[],
  shares: TrainingOptions["split"],
  seed: number,
): (key: string) => SplitName {
  const sizes = new Map<string, number>();
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  if (sizes.size >= MANY_GROUPS) return (key) => partAt(placeOf(key, seed), shares);
  const ordered = [...sizes].map(([key, size]) => ({ key, size, place: placeOf(key, seed) }));
  ordered.sort((a, b) => a.place - b.place);
  const parts = new Map<string, SplitName>();
  let before = 0;
  for (const { key, size } of ordered) {
    parts.set(key, partAt((before + size / 2) / keys.length, shares));
    before += size;
  }
  return (key) => parts.get(key) ?? "train";
}

/** A number from 0 to 1 that a name always has. */
function placeOf(key: string, seed: number): number {
  return Number.parseInt(sha256(`${seed}:${key}`).slice(0, DIGITS), 16) / 16 ** DIGITS;
}

function partAt(place: number, shares: TrainingOptions["split"]): SplitName {
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

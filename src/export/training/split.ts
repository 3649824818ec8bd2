/**
 * Which part of a training set an example goes to. What belongs together (tasks of one document, tasks that are nearly
 * the same) goes to one part. Numbers stand for documents and groups: a million rows take a few bytes each.
 */
import { splitNames, type TrainingOptions } from "../../contracts/training.ts";
import { firstRows } from "../../util/first-rows.ts";
import { numberOf } from "../../util/hash.ts";
import { UnionFind } from "../../util/union-find.ts";

/** From this many groups on the shares hold on average. */
const MANY_GROUPS = 1_000;
const HASH_RANGE = 2 ** 48;

/**
 * For every row its part (a place in `splitNames`), by the hash of its group's name. With many groups a part depends on
 * nothing else; with few, groups are dealt out in the order of their hashes so that the shares of rows hold, and one near
 * a border may change when others come.
 * @param groups For every row the name of its group, of `splitGroups`.
 */
export function splitsOfGroups(
  groups: Float64Array,
  shares: TrainingOptions["split"],
  seed: number,
): Uint8Array {
  const first = firstRows(groups);
  let count = 0;
  first.forEach((start, row) => (count += start === row ? 1 : 0));
  if (count < MANY_GROUPS) return dealt(groups, shares, seed);
  const parts = new Uint8Array(groups.length);
  groups.forEach((group, row) => {
    const start = first[row] ?? row;
    parts[row] = start === row ? partAt(placeOf(group, seed), shares) : (parts[start] ?? 0);
  });
  return parts;
}

function dealt(groups: Float64Array, shares: TrainingOptions["split"], seed: number): Uint8Array {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const ordered = [...sizes].map(([group, size]) => ({ group, size, place: placeOf(group, seed) }));
  ordered.sort((a, b) => a.place - b.place);
  const parts = new Map<number, number>();
  let before = 0;
  for (const { group, size } of ordered) {
    parts.set(group, partAt((before + size / 2) / groups.length, shares));
    before += size;
  }
  return Uint8Array.from(groups, (group) => parts.get(group) ?? 0);
}

/** A number from 0 to 1 that a group always has. */
function placeOf(group: number, seed: number): number {
  return numberOf(`${seed}:${group}`) / HASH_RANGE;
}

function partAt(place: number, shares: TrainingOptions["split"]): number {
  let upTo = 0;
  for (const [part, name] of splitNames.entries()) {
    upTo += shares[name];
    if (place < upTo) return part;
  }
  return 0;
}

/**
 * For every row the name of its group: the least document of all rows that are joined by a document or by being nearly
 * the same.
 * @param documents For each row its document, as the number that `numberOf` gives for the id.
 * @param likes By each measure, for each row the number of a row that it is like; its own where there is none.
 */
export function splitGroups(documents: Float64Array, likes: readonly Uint32Array[]): Float64Array {
  const sets = new UnionFind(documents.length);
  firstRows(documents).forEach((first, row) => {
    sets.join(first, row);
    for (const like of likes) sets.join(row, like[row] ?? row);
  });
  const least = new Float64Array(documents.length).fill(Number.POSITIVE_INFINITY);
  documents.forEach((document, row) => {
    const root = sets.find(row);
    least[root] = Math.min(least[root] ?? document, document);
  });
  return least.map((_, row) => least[sets.find(row)] ?? 0);
}

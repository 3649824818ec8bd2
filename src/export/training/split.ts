/**
 * Which part of a training set an example goes to. What belongs together (tasks of one document, tasks that are nearly
 * the same) goes to one part. Numbers stand for documents and groups: a million rows take a few bytes each.
 */
import { splitNames, type TrainingOptions } from "../../contracts/training.ts";
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
  const order = sortedBy(groups);
  const starts = groupStarts(groups, order);
  const placed = starts.map((start) => placeOf(groups[order[start] ?? 0] ?? 0, seed));
  const isFew = starts.length < MANY_GROUPS;
  const dealt = starts.map((_, group) => group);
  if (isFew) dealt.sort((a, b) => (placed[a] ?? 0) - (placed[b] ?? 0));
  const parts = new Uint8Array(groups.length);
  let before = 0;
  for (const group of dealt) {
    const [start = 0, end = order.length] = [starts[group], starts[group + 1]];
    const place = isFew ? (before + (end - start) / 2) / groups.length : (placed[group] ?? 0);
    const part = partAt(place, shares);
    for (let at = start; at < end; at++) parts[order[at] ?? 0] = part;
    before += end - start;
  }
  return parts;
}

function sortedBy(values: Float64Array): Uint32Array {
  const order = Uint32Array.from(values, (_, index) => index);
  return order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
}

/** Where in `order` another group begins. */
function groupStarts(groups: Float64Array, order: Uint32Array): number[] {
  const starts: number[] = [];
  order.forEach((row, at) => {
    if (at === 0 || groups[row] !== groups[order[at - 1] ?? 0]) starts.push(at);
  });
  return starts;
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
  const order = sortedBy(documents);
  order.forEach((row, at) => {
    const before = order[at - 1] ?? row;
    if (documents[before] === documents[row]) sets.join(before, row);
    for (const like of likes) sets.join(row, like[row] ?? row);
  });
  const least = new Float64Array(documents.length).fill(Number.POSITIVE_INFINITY);
  documents.forEach((document, row) => {
    const root = sets.find(row);
    least[root] = Math.min(least[root] ?? document, document);
  });
  return least.map((_, row) => least[sets.find(row)] ?? 0);
}

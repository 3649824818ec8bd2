/** Pairs of tasks, each task in one pair at most, so that no task is a parent on both sides of a split. */
import { sha256 } from "../../src/util/hash.ts";
import type { Parent } from "./rows.ts";

export type Pair = readonly [Parent, Parent];

/**
 * The same rows and seed give the same pairs. Joined are tasks under one licence, of different documents and with
 * functions of different names; who finds no partner is left out.
 */
export function pairsOf(parents: readonly Parent[], seed: number): Pair[] {
  const keyed = parents.map((parent) => ({ parent, key: sha256(`${seed}:${parent.task_id}`) }));
  const pairs: Pair[] = [];
  const waiting: Parent[] = [];
  for (const { parent } of keyed.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const place = waiting.findIndex((other) => fits(other, parent));
    const [partner] = place < 0 ? [] : waiting.splice(place, 1);
    if (partner === undefined) waiting.push(parent);
    else pairs.push([partner, parent]);
  }
  return pairs;
}

function fits(a: Parent, b: Parent): boolean {
  return a.licence === b.licence && a.document_id !== b.document_id && a.function_name !== b.function_name;
}

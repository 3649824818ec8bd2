/** A selection in which no domain, package or source has more than its share. */
import { ToolkitError } from "../errors.ts";
import { GrowingNumbers } from "../util/growing-numbers.ts";
import { numberOf } from "../util/hash.ts";

/**
 * The most members each key may keep, so that none has more than `maxShare` of what is kept in all.
 * @throws ToolkitError `config-invalid` when there are too few keys for any selection to satisfy the share.
 */
export function capFor(counts: readonly number[], maxShare: number): number {
  const present = counts.filter((count) => count > 0);
  if (present.length === 0) return 0;
  const kept = (cap: number) => present.reduce((sum, count) => sum + Math.min(count, cap), 0);
  let cap = 0;
  for (let low = 1, high = Math.max(...present); low <= high; ) {
    const middle = Math.floor((low + high) / 2);
    if (middle <= maxShare * kept(middle)) {
      cap = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  if (cap > 0) return cap;
  throw new ToolkitError(
    "config-invalid",
    `no selection of ${present.length} groups gives each at most ${maxShare} of the whole`,
    { hint: `Allow at least ${(1 / present.length).toFixed(2)}, or balance by something with more groups.` },
  );
}

/** Members to choose from by what is balanced: 16 bytes each. */
export class BalancedSelection {
  readonly #groups = new Map<string, { readonly indexes: GrowingNumbers; readonly hashes: GrowingNumbers }>();

  add(index: number, id: string, key: string): void {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { indexes: new GrowingNumbers(), hashes: new GrowingNumbers() };
      this.#groups.set(key, group);
    }
    group.indexes.push(index);
    group.hashes.push(numberOf(id));
  }

  /**
   * Indexes of the members that go: those over their key's cap, chosen by the hash of their ids.
   * @throws ToolkitError `config-invalid` when no selection satisfies the share.
   */
  overCap(maxShare: number): Set<number> {
    const groups = [...this.#groups.values()];
    const cap = capFor(
      groups.map(({ indexes }) => indexes.length),
      maxShare,
    );
    const gone = new Set<number>();
    for (const { indexes, hashes } of groups) {
      if (indexes.length <= cap) continue;
      const order = Uint32Array.from(hashes.values, (_, place) => place);
      order.sort((a, b) => (hashes.values[a] ?? 0) - (hashes.values[b] ?? 0));
      for (const place of order.subarray(cap)) gone.add(indexes.values[place] ?? 0);
    }
    return gone;
  }
}

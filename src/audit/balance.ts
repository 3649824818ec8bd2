/** A selection in which no domain, package or source has more than its share. */
import { ToolkitError } from "../errors.ts";
import { sha256 } from "../util/hash.ts";

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

/** A member to choose from; `key` is what is balanced. */
export interface Member {
  readonly index: number;
  readonly id: string;
  readonly key: string;
}

/** Indexes of the members that go: those over their key's cap, chosen by the hash of their ids. */
export function overCap(members: readonly Member[], maxShare: number): Set<number> {
  const byKey = new Map<string, Member[]>();
  for (const member of members) {
    const group = byKey.get(member.key);
    if (group === undefined) byKey.set(member.key, [member]);
    else group.push(member);
  }
  const cap = capFor(
    [...byKey.values()].map(({ length }) => length),
    maxShare,
  );
  const gone = new Set<number>();
  for (const group of byKey.values()) {
    if (group.length <= cap) continue;
    const ordered = group.map(({ index, id }) => ({ index, hash: sha256(id) }));
    ordered.sort((a, b) => (a.hash < b.hash ? -1 : 1));
    for (const { index } of ordered.slice(cap)) gone.add(index);
  }
  return gone;
}

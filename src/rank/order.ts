/** Sorting by keys: descending, stable, pairs compared left to right. */

export type Key = number | readonly number[];

/** `items` with the highest key first; equal keys keep their order. */
export function byKey<Item>(items: readonly Item[], keys: readonly Key[]): Item[] {
  const order = items.map((_, index) => index);
  order.sort((a, b) => compareKeys(keys[b] ?? 0, keys[a] ?? 0));
  return order.map((index) => items[index] as Item);
}

export function compareKeys(a: Key, b: Key): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [[a].flat(), [b].flat()];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** One of each group in turn: first members in the order of the groups, then second members, and so on. */
export function oneOfEach<Item>(groups: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...groups.map((group) => group.length));
  const all: Item[] = [];
  for (let place = 0; place < longest; place++) {
    for (const group of groups) if (place < group.length) all.push(group[place] as Item);
  }
  return all;
}

/** Items by what `nameOf` says of them, groups in the order in which they were first seen. */
export function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

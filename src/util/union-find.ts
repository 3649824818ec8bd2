/** Disjoint sets of the numbers 0 to `size` - 1. */
export class UnionFind {
  readonly #parents: Uint32Array;

  constructor(size: number) {
    this.#parents = Uint32Array.from({ length: size }, (_, index) => index);
  }

  /** The least member of the set that holds `index`. */
  find(index: number): number {
    let root = index;
    while (this.#parent(root) !== root) root = this.#parent(root);
    for (let at = index; at !== root; ) {
      const next = this.#parent(at);
      this.#parents[at] = root;
      at = next;
    }
    return root;
  }

  /** Makes one set of two. */
  join(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
  }

  #parent(index: number): number {
    return this.#parents[index] ?? index;
  }
}

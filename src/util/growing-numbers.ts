/** Numbers in a row that grows, eight bytes each. */
export class GrowingNumbers {
  #numbers = new Float64Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = value;
  }

  /** What was pushed so far; not a copy. */
  get values(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }
}

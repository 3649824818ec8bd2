/** For each number the place of the first one that is equal, by a hash table of 16 bytes a number at most. */
export function firstRows(values: Float64Array): Uint32Array {
  const size = 2 ** Math.ceil(Math.log2(2 * values.length + 2));
  const table = new Uint32Array(size); // places from 1; 0 is free
  const first = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? 0;
    let slot = mixed(value) & (size - 1);
    for (let at = table[slot] ?? 0; at !== 0 && values[at - 1] !== value; at = table[slot] ?? 0)
      slot = (slot + 1) & (size - 1);
    if (table[slot] === 0) table[slot] = row + 1;
    first[row] = (table[slot] ?? 1) - 1;
  }
  return first;
}

/** Every bit of a whole number below 2^53 reaches the lower bits. */
function mixed(value: number): number {
  const whole = Math.imul((value >>> 0) ^ Math.imul(Math.floor(value / 2 ** 32), 0x85ebca6b), 0x9e3779b1);
  return whole ^ (whole >>> 15);
}

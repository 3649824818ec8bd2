/**
 * Programs that are nearly the same, found without comparing all pairs: signatures that agree in a whole band of
 * places are compared (locality-sensitive hashing). 4 places a band find pairs from a similarity of about 0.5 on;
 * of pairs at 0.8 fewer than one in ten thousand millions is missed, so the threshold is what decides.
 */
import { UnionFind } from "../util/union-find.ts";
import { estimatedSimilarity, SIGNATURE_LENGTH, writeSignature } from "./min-hash.ts";
import { scrambled, shingleHashes } from "./shingles.ts";

const ROWS_PER_BAND = 4;
const BANDS = SIGNATURE_LENGTH / ROWS_PER_BAND;
const CHUNK = 1_024;
/** Number of programs that one index may hold: a place in a band is a hash and this many numbers in one double. */
const MOST_PROGRAMS = 2 ** 20;

export interface NearDuplicate {
  /** Number of a program, and of the earlier one it is like. */
  readonly index: number;
  readonly original: number;
  /** Estimated Jaccard similarity of their runs of five tokens. */
  readonly similarity: number;
}

/** Holds 256 bytes a program. */
export class NearDuplicateIndex {
  /** Signatures of 1,024 programs each: nothing is copied when there are more. */
  readonly #chunks: Uint16Array[] = [];
  #size = 0;

  /**
   * Takes a program in; its number.
   * @throws RangeError for more than 1,048,576 programs.
   */
  add(code: string): number {
    if (this.#size === MOST_PROGRAMS)
      throw new RangeError(`an index holds at most ${MOST_PROGRAMS} programs`);
    if (this.#size % CHUNK === 0) this.#chunks.push(new Uint16Array(CHUNK * SIGNATURE_LENGTH));
    writeSignature(shingleHashes(code), this.#signature(this.#size));
    return this.#size++;
  }

  /** Every program that is at least `threshold` like an earlier one, once, with the earliest of its group. */
  duplicates(threshold: number): NearDuplicate[] {
    const groups = this.groups(threshold);
    const found: NearDuplicate[] = [];
    groups.forEach((original, index) => {
      if (original === index) return;
      const similarity = this.#similarity(index, original);
      found.push({ index, original, similarity });
    });
    return found;
  }

  /** For every program the least number of its group: programs that a chain of similar ones joins. */
  groups(threshold: number): number[] {
    const sets = new UnionFind(this.#size);
    for (let band = 0; band < BANDS; band++) this.#joinInBand(band, threshold, sets);
    return Array.from({ length: this.#size }, (_, index) => sets.find(index));
  }

  #joinInBand(band: number, threshold: number, sets: UnionFind): void {
    const places = new Float64Array(this.#size);
    for (let index = 0; index < this.#size; index++)
      places[index] = this.#bandHash(index, band) * MOST_PROGRAMS + index;
    places.sort();
    let first = -1;
    let firstHash = -1;
    for (const place of places) {
      const hash = Math.floor(place / MOST_PROGRAMS);
      const index = place - hash * MOST_PROGRAMS;
      if (hash !== firstHash) {
        first = index;
        firstHash = hash;
      } else if (sets.find(first) !== sets.find(index) && this.#similarity(first, index) >= threshold) {
        sets.join(first, index);
      }
    }
  }

  #bandHash(index: number, band: number): number {
    const signature = this.#signature(index);
    let hash = band + 1;
    for (let row = 0; row < ROWS_PER_BAND; row++)
      hash = scrambled(hash ^ (signature[band * ROWS_PER_BAND + row] ?? 0));
    return hash;
  }

  #similarity(first: number, second: number): number {
    return estimatedSimilarity(this.#signature(first), this.#signature(second));
  }

  #signature(index: number): Uint16Array {
    const start = (index % CHUNK) * SIGNATURE_LENGTH;
    const chunk = this.#chunks[Math.floor(index / CHUNK)] ?? new Uint16Array(0);
    return chunk.subarray(start, start + SIGNATURE_LENGTH);
  }
}

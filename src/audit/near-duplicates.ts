/**
 * Programs that are nearly the same, found without comparing all pairs: signatures that agree in a whole band of
 * places are compared (locality-sensitive hashing). 4 places a band find pairs from a similarity of about 0.5 on;
 * of pairs at 0.8 fewer than one in ten thousand millions is missed, so the threshold is what decides.
 */
import { UnionFind } from "../util/union-find.ts";
import { estimatedSimilarity, SIGNATURE_LENGTH, writeSignature } from "./min-hash.ts";
import { scrambled, shingleHashes } from "./shingles.ts";

const ROWS_PER_BAND = 4;
const CHUNK = 1_024;
/** Number of programs that one index may hold: a place in a band is a hash and this many numbers in one double. */
const MOST_PROGRAMS = 2 ** 21;

/** Holds a byte a program and place. */
export class NearDuplicateIndex {
  readonly #places: number;
  /** Signatures of 1,024 programs each: nothing is copied when there are more. */
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  /** @param places Of a signature; with 48 instead of 128, 1 in 27 pairs at a similarity of 0.7 is missed, 1 in 600 at 0.8, none at 0.9. */
  constructor(places = SIGNATURE_LENGTH) {
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Takes a program in; its number.
   * @throws RangeError for more than 2,097,152 programs.
   */
  add(code: string): number {
    return this.addHashes(shingleHashes(code));
  }

  /** Takes in a set of hashes of runs of tokens or words; one that has none is like no other. See `add`. */
  addHashes(hashes: Uint32Array): number {
    if (this.#size === MOST_PROGRAMS)
      throw new RangeError(`an index holds at most ${MOST_PROGRAMS} programs`);
    if (this.#size % CHUNK === 0) this.#chunks.push(new Uint8Array(CHUNK * this.#places));
    const signature = this.#signature(this.#size);
    if (hashes.length > 0) writeSignature(hashes, signature);
    else signature.forEach((_, place) => (signature[place] = scrambled(this.#size * this.#places + place)));
    return this.#size++;
  }

  /** For every program the least number of its group: programs that a chain of pairs of at least `threshold` joins. */
  groups(threshold: number): Uint32Array {
    const sets = new UnionFind(this.#size);
    const places = new Float64Array(this.#size); // one for all bands: eight megabytes for a million programs
    for (let band = 0; band < this.#places / ROWS_PER_BAND; band++)
      this.#joinInBand(band, threshold, { sets, places });
    return Uint32Array.from({ length: this.#size }, (_, index) => sets.find(index));
  }

  /** Estimated Jaccard similarity of two programs' runs of five tokens, 0 to 1. */
  similarity(first: number, second: number): number {
    return estimatedSimilarity(this.#signature(first), this.#signature(second));
  }

  #joinInBand(
    band: number,
    threshold: number,
    { sets, places }: { readonly sets: UnionFind; readonly places: Float64Array },
  ): void {
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
      } else if (sets.find(first) !== sets.find(index) && this.similarity(first, index) >= threshold) {
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

  #signature(index: number): Uint8Array {
    const start = (index % CHUNK) * this.#places;
    const chunk = this.#chunks[Math.floor(index / CHUNK)] ?? new Uint8Array(0);
    return chunk.subarray(start, start + this.#places);
  }
}

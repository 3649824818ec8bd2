/**
 * MinHash: the share of equal places in two signatures estimates the Jaccard similarity of two sets.
 * Source: Broder, "On the resemblance and containment of documents".
 */
import { scrambled } from "./shingles.ts";

/** Places in a usual signature, of one byte each; the estimate's standard error is at most 1 / (2 √128) ≈ 0.044. */
export const SIGNATURE_LENGTH = 128;

const MULTIPLIERS = Uint32Array.from(
  { length: SIGNATURE_LENGTH },
  (_, place) => scrambled(2 * place + 1) | 1,
);
const ADDENDS = Uint32Array.from({ length: SIGNATURE_LENGTH }, (_, place) => scrambled(2 * place + 2));

/** How often two different least hashes share the byte that is kept of them. */
const CHANCE = 1 / 256;

/**
 * Writes the signature of a set of hashes to `target`, which has at most `SIGNATURE_LENGTH` places; an empty set has the largest values. Of every least hash one byte
 * is kept; what two different ones share by chance is taken off in the estimate.
 * Source: Li and König, "b-Bit Minwise Hashing".
 */
export function writeSignature(hashes: Uint32Array, target: Uint8Array): void {
  for (let place = 0; place < target.length; place++) {
    const multiplier = MULTIPLIERS[place] ?? 1;
    const addend = ADDENDS[place] ?? 0;
    let least = 0xffffffff;
    for (const hash of hashes) {
      let mixed = Math.imul(hash, multiplier) + addend;
      mixed = (mixed ^ (mixed >>> 15)) >>> 0;
      if (mixed < least) least = mixed;
    }
    target[place] = least;
  }
}

/** Estimated Jaccard similarity of the sets behind two signatures, 0 to 1. */
export function estimatedSimilarity(first: Uint8Array, second: Uint8Array): number {
  let equal = 0;
  for (let place = 0; place < first.length; place++) if (first[place] === second[place]) equal++;
  return Math.max(0, (equal / first.length - CHANCE) / (1 - CHANCE));
}

/** Lengths of examples in tokens, and how well they fill sequences of one length. */
import type { TrainingStats } from "../../contracts/training.ts";

/** Sequence length for the packing when no limit is set. */
const USUAL_LENGTH = 4_096;

/** Holds four bytes an example. */
export class TokenStatistics {
  #lengths = new Uint32Array(1_024);
  #size = 0;
  #total = 0;
  #sequences = 0;
  #room = 0;
  readonly #packingLength: number;

  constructor(maxTokens: number | null) {
    this.#packingLength = maxTokens ?? USUAL_LENGTH;
  }

  add(tokens: number): void {
    if (this.#size === this.#lengths.length) {
      const larger = new Uint32Array(2 * this.#size);
      larger.set(this.#lengths);
      this.#lengths = larger;
    }
    this.#lengths[this.#size++] = tokens;
    this.#total += tokens;
    if (tokens > this.#room) {
      this.#sequences += Math.max(1, Math.ceil(tokens / this.#packingLength));
      this.#room = Math.max(1, Math.ceil(tokens / this.#packingLength)) * this.#packingLength;
    }
    this.#room -= tokens;
  }

  get tokens(): TrainingStats["tokens"] {
    const sorted = this.#lengths.slice(0, this.#size).sort();
    const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    const quantiles = sorted.length === 0 ? [] : [0.05, 0.25, 0.5, 0.75, 0.95].map(at);
    return { total: this.#total, quantiles, longest: sorted.at(-1) ?? 0 };
  }

  /** Examples one after another, a new sequence where one does not fit any more. */
  get packing(): TrainingStats["packing"] {
    if (this.#sequences === 0) return null;
    const fill = this.#total / (this.#sequences * this.#packingLength);
    return {
      length: this.#packingLength,
      sequences: this.#sequences,
      fill: Math.round(1_000 * fill) / 1_000,
    };
  }
}

/** A fixed number of places; those who find none wait in order. */
import { ToolkitError } from "../src/errors.ts";

export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Runs `work` when a place is free.
   * @throws ToolkitError `interrupted` when `signal` fires while waiting.
   */
  async use<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #take(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(interrupted());
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        const index = this.#waiting.indexOf(proceed);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(interrupted());
      };
      const proceed = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      this.#waiting.push(proceed);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }
}

/** The error of work that was cancelled by its caller. */
export function interrupted(): ToolkitError {
  return new ToolkitError("interrupted", "Cancelled.", { retryable: true });
}

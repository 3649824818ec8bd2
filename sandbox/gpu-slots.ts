/** Places on GPUs: each device has some shares; a task takes one share, or all of a device to have it alone. */
import { interrupted } from "./slots.ts";

export interface GpuSlotsOptions {
  /** Ids as the engine knows them; "all" is one place on everything there is. */
  readonly devices: readonly string[];
  /** Tasks on one device at a time. */
  readonly shares: number;
}

interface Waiting {
  readonly exclusive: boolean;
  readonly proceed: (device: string) => void;
}

export class GpuSlots {
  readonly #shares: number;
  readonly #free: Map<string, number>;
  #waiting: Waiting[] = [];

  constructor({ devices, shares }: GpuSlotsOptions) {
    this.#shares = shares;
    this.#free = new Map(devices.map((device) => [device, shares]));
  }

  get count(): number {
    return this.#free.size;
  }

  /**
   * Runs `work` with the id of a device. Who waits for a whole device is not overtaken, so it gets one.
   * @throws ToolkitError `interrupted` when `signal` fires while waiting.
   */
  async use<T>(exclusive: boolean, work: (device: string) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const device = await this.#take(exclusive, signal);
    try {
      return await work(device);
    } finally {
      const taken = exclusive ? this.#shares : 1;
      this.#free.set(device, (this.#free.get(device) ?? 0) + taken);
      this.#serve();
    }
  }

  #take(exclusive: boolean, signal?: AbortSignal): Promise<string> {
    if (signal?.aborted === true) return Promise.reject(interrupted());
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(interrupted());
        this.#serve();
      };
      const proceed = (device: string) => {
        signal?.removeEventListener("abort", onAbort);
        resolve(device);
      };
      const waiting: Waiting = { exclusive, proceed };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(waiting);
      this.#serve();
    });
  }

  /** Serves those who wait in order, as far as there is room for the first of them. */
  #serve(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const wanted = first.exclusive ? this.#shares : 1;
      const device = [...this.#free].sort(([, a], [, b]) => b - a).find(([, free]) => free >= wanted)?.[0];
      if (device === undefined) return;
      this.#free.set(device, (this.#free.get(device) ?? 0) - wanted);
      this.#waiting.shift();
      first.proceed(device);
    }
  }
}

/** Keeps warm zygotes for (environment, hash seed), a bounded number of them, least recently used out first. */
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import { Zygote, type ZygoteOptions } from "./zygote.ts";

export type PoolOptions = Pick<ZygoteOptions, "backend" | "scratchBytes" | "variables"> & {
  /** Most zygotes kept waiting for work. */
  readonly maxIdle: number;
};

export class ZygotePool {
  readonly #options: PoolOptions;
  /** The least recently used first. */
  #idle: { key: string; zygote: Zygote }[] = [];
  readonly #all = new Set<Zygote>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A zygote that is nobody else's until it is given back or dropped. */
  async take(environment: RealisedEnvironment, hashSeed: number): Promise<Zygote> {
    const key = this.#key(environment, hashSeed);
    const index = this.#idle.findLastIndex((entry) => entry.key === key);
    const found = index < 0 ? undefined : this.#idle.splice(index, 1)[0];
    if (found?.zygote.alive === true) return found.zygote;
    if (found !== undefined) await this.drop(found.zygote);
    await this.#shrink(this.#options.maxIdle - 1);
    const zygote = await Zygote.start({ ...this.#options, environment, hashSeed });
    this.#all.add(zygote);
    return zygote;
  }

  /** Gives a zygote back that did its job. */
  async giveBack(zygote: Zygote, environment: RealisedEnvironment, hashSeed: number): Promise<void> {
    this.#idle.push({ key: this.#key(environment, hashSeed), zygote });
    await this.#shrink(this.#options.maxIdle);
  }

  /** Ends a zygote that is not to be used again. */
  async drop(zygote: Zygote): Promise<void> {
    this.#all.delete(zygote);
    await zygote.dispose();
  }

  /** Ends all, those at work too. */
  async close(): Promise<void> {
    this.#idle = [];
    await Promise.all([...this.#all].map((zygote) => this.drop(zygote)));
  }

  async #shrink(most: number): Promise<void> {
    const surplus = this.#idle.splice(0, Math.max(this.#idle.length - Math.max(most, 0), 0));
    await Promise.all(surplus.map(({ zygote }) => this.drop(zygote)));
  }

  #key(environment: RealisedEnvironment, hashSeed: number): string {
    return `${environment.environment.id} ${environment.python} ${hashSeed}`;
  }
}

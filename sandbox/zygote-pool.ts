/** Keeps warm zygotes by what they are good for, a bounded number of them, least recently used out first. */
import { Zygote, type ZygoteOptions } from "./zygote.ts";

export type PoolOptions = Pick<
  ZygoteOptions,
  "backend" | "scratchBytes" | "variables" | "network" | "assetPaths"
> & {
  /** Most zygotes kept waiting for work. */
  readonly maxIdle: number;
};

/** What a zygote is good for. */
export type ZygoteKind = Pick<ZygoteOptions, "environment" | "hashSeed" | "gpus">;

export class ZygotePool {
  readonly #options: PoolOptions;
  /** The least recently used first. */
  #idle: { key: string; zygote: Zygote }[] = [];
  readonly #all = new Set<Zygote>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A zygote that is nobody else's until it is given back or dropped. */
  async take(kind: ZygoteKind): Promise<Zygote> {
    const key = keyOf(kind);
    const index = this.#idle.findLastIndex((entry) => entry.key === key);
    const found = index < 0 ? undefined : this.#idle.splice(index, 1)[0];
    if (found?.zygote.alive === true) return found.zygote;
    if (found !== undefined) await this.drop(found.zygote);
    await this.#shrink(this.#options.maxIdle - 1);
    const zygote = await Zygote.start({ ...this.#options, ...kind });
    this.#all.add(zygote);
    return zygote;
  }

  /** Gives a zygote back that did its job. */
  async giveBack(zygote: Zygote, kind: ZygoteKind): Promise<void> {
    this.#idle.push({ key: keyOf(kind), zygote });
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
}

function keyOf({ environment, hashSeed, gpus }: ZygoteKind): string {
  const { environment: record, python, image = "" } = environment;
  return `${record.id} ${python} ${image} ${hashSeed} ${gpus.join(",")}`;
}

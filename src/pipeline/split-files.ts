/** The files of one training format: one a split, and where each example comes from. */
import { createWriteStream, type WriteStream } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import type { JsonObject } from "../contracts/json.ts";
import { type SplitCounts, type SplitName, splitNames, type TrainingTask } from "../contracts/training.ts";

/** One file a split, made when it gets its first example: an empty file is none that readers take. */
export class SplitFiles {
  readonly counts: SplitCounts = { train: 0, validation: 0, test: 0 };
  readonly #folder: string;
  readonly #files = new Map<SplitName, WriteStream>();
  readonly #index: WriteStream;

  constructor(folder: string) {
    this.#folder = folder;
    this.#index = createWriteStream(join(folder, "index.jsonl"));
  }

  async write(
    split: SplitName,
    example: JsonObject,
    { task, tokens }: { readonly task: TrainingTask; readonly tokens: number },
  ): Promise<void> {
    const file = this.#files.get(split) ?? createWriteStream(join(this.#folder, `${split}.jsonl`));
    this.#files.set(split, file);
    await writeLine(file, example);
    const { taskId, documentId, source, domain, licence } = task;
    const line = this.counts[split]++;
    await writeLine(this.#index, { split, line, taskId, documentId, source, domain, licence, tokens });
  }

  async close(): Promise<void> {
    for (const name of splitNames) {
      const file = this.#files.get(name);
      if (file !== undefined) await ended(file);
    }
    await ended(this.#index);
  }
}

/** Waits where the disk is slower than the rows. */
export async function writeLine(file: WriteStream, value: unknown): Promise<void> {
  if (!file.write(`${JSON.stringify(value)}\n`)) await once(file, "drain");
}

export async function ended(file: WriteStream): Promise<void> {
  file.end();
  await once(file, "close");
}

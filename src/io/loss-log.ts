/** Losses of a training by step, kept in `steps.jsonl`; of a step that was done again after an interruption the later one. */
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type FinetuneEvent, finetuneEventSchema } from "../contracts/finetune.ts";

type Step = Extract<FinetuneEvent, { type: "step" }>;

export interface Loss {
  readonly step: number;
  readonly loss: number;
}

export class LossLog {
  readonly #path: string;
  readonly #byStep = new Map<number, number>();

  private constructor(path: string) {
    this.#path = path;
  }

  /** Reads what an earlier start noted; a line that was cut off by a kill is left out. */
  static async open(folder: string): Promise<LossLog> {
    const log = new LossLog(join(folder, "steps.jsonl"));
    const text = await readFile(log.#path, "utf8").catch(() => "");
    for (const line of text.split("\n")) {
      const event = finetuneEventSchema.safeParse(json(line)).data;
      if (event?.type === "step") log.#note(event);
    }
    if (text !== "" && !text.endsWith("\n")) await appendFile(log.#path, "\n");
    return log;
  }

  async add(step: Step): Promise<void> {
    this.#note(step);
    await appendFile(this.#path, `${JSON.stringify(step)}\n`);
  }

  /** In the order of the steps. */
  losses(): Loss[] {
    return [...this.#byStep].toSorted(([a], [b]) => a - b).map(([step, loss]) => ({ step, loss }));
  }

  #note({ step, loss }: Step): void {
    if (loss !== undefined) this.#byStep.set(step, loss);
  }
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

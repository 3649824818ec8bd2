/** The training script as a child process: its lines as they come, ended with the work. */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type FinetuneEvent, finetuneEventSchema, type FinetuneOptions } from "../contracts/finetune.ts";
import { ToolkitError } from "../errors.ts";
import { packageRoot } from "./package-root.ts";

const TAIL_CHARS = 2_000;

/**
 * Runs `scripts/finetune_lora.py`. On `signal` it is told to end, saves a checkpoint first, and is waited for.
 * @throws ToolkitError `interrupted`; `prerequisite-missing` when a package or the model cannot be loaded, with the
 * script's last words; all of them are in `finetune.log`.
 */
export async function* runFinetuneScript(
  python: string,
  options: FinetuneOptions,
  signal: AbortSignal,
): AsyncGenerator<FinetuneEvent> {
  const script = join(packageRoot(), "scripts", "finetune_lora.py");
  const child = spawn(python, [script, ...argumentsOf(options)], { stdio: ["ignore", "pipe", "pipe"] });
  const log = createWriteStream(join(options.out, "finetune.log"), { flags: "a" });
  let tail = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log.write(chunk);
    tail = (tail + chunk.toString()).slice(-TAIL_CHARS);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  ended.catch(() => undefined);
  const stop = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const event = eventOf(line);
      if (event !== null) yield event;
    }
    const status = await ended.catch((cause: unknown) => {
      throw new ToolkitError("prerequisite-missing", `${python} cannot be started`, {
        hint: "Give a Python with torch, transformers, trl and peft: --python PATH.",
        cause,
      });
    });
    if (signal.aborted)
      throw new ToolkitError("interrupted", "the training was interrupted; a checkpoint is saved");
    if (status !== 0) throw failed(status, tail, options.out);
  } finally {
    signal.removeEventListener("abort", stop);
    child.kill("SIGTERM");
    log.end();
  }
}

function argumentsOf(options: FinetuneOptions): string[] {
  const { data, model, out, trainModules, maxSteps } = options;
  const numbers = {
    rank: options.rank,
    alpha: options.alpha,
    dropout: options.dropout,
    "learning-rate": options.learningRate,
    "batch-size": options.batchSize,
    "gradient-accumulation": options.gradientAccumulation,
    epochs: options.epochs,
    "max-length": options.maxLength,
    "save-steps": options.saveSteps,
    seed: options.seed,
    ...(maxSteps !== null && { "max-steps": maxSteps }),
  };
  return [
    ...["--data", data, "--model", model, "--out", out],
    ...Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...(trainModules.length > 0 ? ["--train-modules", trainModules.join(",")] : []),
  ];
}

function eventOf(line: string): FinetuneEvent | null {
  try {
    return finetuneEventSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null; // something else that a library printed
  }
}

function failed(status: number | null, tail: string, out: string): ToolkitError {
  const last = tail.trim().split("\n").at(-1) ?? "";
  const packages = "torch, transformers, trl, peft, datasets and accelerate";
  const hint = last.startsWith("ModuleNotFoundError")
    ? `Give a Python with ${packages}: --python PATH. `
    : "";
  return new ToolkitError("prerequisite-missing", `the training ended with status ${status}: ${last}`, {
    hint: `${hint}All that it said is in ${join(out, "finetune.log")}.`,
  });
}

/** The training script while it runs: its events as they come, ended with the work. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FinetuneEvent, finetuneEventSchema, type FinetuneOptions } from "../contracts/finetune.ts";
import { ToolkitError } from "../errors.ts";
import { foldersOf } from "./folders-of.ts";
import { jsonLinesOf, keepLog, scriptFailure } from "./script-output.ts";
import type { ScriptPlace } from "./script-place.ts";

/**
 * Runs `scripts/finetune_lora.py`. On `signal` it is told to end, saves a checkpoint first, and is waited for.
 * @throws ToolkitError `interrupted`; `prerequisite-missing` when a package or the model cannot be loaded, with the
 * script's last words; all of them are in `finetune.log`.
 */
export async function* runFinetuneScript(
  place: ScriptPlace,
  options: FinetuneOptions,
  signal: AbortSignal,
): AsyncGenerator<FinetuneEvent> {
  if (signal.aborted) throw interrupted(false);
  const { data, model, out } = options;
  const readable = [data, ...(existsSync(model) ? await foldersOf(model) : [])];
  const script = await place.run("finetune_lora.py", finetuneWords(options), { readable, writable: [out] });
  const log = keepLog(script, join(out, "finetune.log"));
  const stop = (): void => script.end();
  signal.addEventListener("abort", stop, { once: true });
  let saved = false;
  let finished = false;
  try {
    for await (const line of jsonLinesOf(script)) {
      const event = finetuneEventSchema.safeParse(line).data;
      if (event === undefined) continue;
      if (event.type === "checkpoint" || event.type === "interrupted") saved = true;
      yield event;
    }
    const status = await script.ended;
    finished = true;
    if (signal.aborted) throw interrupted(saved);
    if (status !== 0) throw scriptFailure("the training", status, log);
  } finally {
    signal.removeEventListener("abort", stop);
    script.end();
    if (finished) await script.kill();
    log.close();
  }
}

function interrupted(saved: boolean): ToolkitError {
  const what = saved ? "a checkpoint is saved" : "no step was finished yet";
  return new ToolkitError("interrupted", `the training was interrupted; ${what}`, {
    hint: "Start the same command again to go on.",
  });
}

/** The words that the script is started with. */
export function finetuneWords(options: FinetuneOptions): string[] {
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
    ...["--data", data, "--model", model, "--out", out, "--four-bit", options.fourBit, "--end-with-input"],
    ...Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...(trainModules.length > 0 ? ["--train-modules", trainModules.join(",")] : []),
  ];
}

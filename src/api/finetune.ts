/** Fine-tuning with LoRA on a training set: progress as it comes, adapter, loss curve and card at the end. */
import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { z } from "zod";
import {
  type FinetuneEvent,
  type FinetuneOptions,
  finetuneOptionsSchema,
  type FinetuneSummary,
} from "../contracts/finetune.ts";
import { ToolkitError } from "../errors.ts";
import { adapterCard } from "../export/training/adapter-card.ts";
import { writeFileAtomic, writeJsonAtomic } from "../io/atomic-file.ts";
import { runFinetuneScript } from "../io/finetune-script.ts";
import { textLines } from "../io/dataset-rows.ts";
import { createToolkit } from "../registry.ts";
import { lossCurve } from "../report/loss-curve.ts";
import { canonicalJson, sha256 } from "../util/hash.ts";
import { validate } from "../util/validate.ts";
import { toolkitVersion } from "../version.ts";

/** What the training script imports. */
const REQUIREMENTS = ["torch", "transformers", "trl", "peft", "datasets", "accelerate"];

/**
 * Trains an adapter with the paper's recipe unless told otherwise. Started again with the same options it goes on from
 * the last checkpoint.
 * @returns The summary, also in `finetune.json`; the adapter is in `adapter/`, its card in `README.md`, the losses in
 * `steps.jsonl` and `loss.svg`.
 * @throws ToolkitError `config-invalid`, `input-not-found`, `run-conflict` (the folder holds another training),
 * `install-failed`, `prerequisite-missing`, `interrupted`.
 */
export async function* finetune(
  input: z.input<typeof finetuneOptionsSchema>,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<FinetuneEvent, FinetuneSummary> {
  const given = validate<FinetuneOptions>(finetuneOptionsSchema, input, "fine-tuning options");
  const options = { ...given, data: resolve(given.data), out: resolve(given.out) };
  const dataHash = await hashOfData(options.data);
  await claimFolder(options, dataHash);
  const python = options.python ?? (await environmentPython(options, signal));
  const steps = join(options.out, "steps.jsonl");
  let end: Extract<FinetuneEvent, { type: "end" }> | null = null;
  for await (const event of runFinetuneScript(python, options, signal)) {
    if (event.type === "step") await appendFile(steps, `${JSON.stringify(event)}\n`);
    if (event.type === "end") end = event;
    yield event;
  }
  if (end === null) throw new ToolkitError("internal", "the training ended without its last line");
  const losses = await lossesOf(steps);
  const summary: FinetuneSummary = {
    toolkitVersion,
    options,
    dataHash,
    steps: end.step,
    firstLoss: losses[0]?.loss ?? end.first_loss,
    lastLoss: end.last_loss,
    adapter: join(options.out, "adapter"),
  };
  await writeFileAtomic(join(options.out, "loss.svg"), lossCurve(losses));
  await writeFileAtomic(join(options.out, "README.md"), adapterCard(summary));
  await writeJsonAtomic(join(options.out, "finetune.json"), summary);
  return summary;
}

async function hashOfData(folder: string): Promise<string> {
  try {
    return sha256(await readFile(join(folder, "train.jsonl"), "utf8"));
  } catch (cause) {
    throw new ToolkitError("input-not-found", `${folder} has no train.jsonl`, {
      hint: "Give the folder of one training format: codergen export RUN --format chat makes RUN/training/chat.",
      cause,
    });
  }
}

/** @throws ToolkitError `run-conflict` when the folder was begun with other options or other data. */
async function claimFolder(options: FinetuneOptions, dataHash: string): Promise<void> {
  const { python: _python, cacheDir: _cacheDir, ...what } = options;
  const path = join(options.out, "training.json");
  const claim = { ...what, dataHash };
  const begun = existsSync(join(options.out, "steps.jsonl")) || existsSync(join(options.out, "checkpoints"));
  if (!existsSync(path) || !begun) {
    await mkdir(options.out, { recursive: true });
    return await writeJsonAtomic(path, claim);
  }
  const earlier: unknown = JSON.parse(await readFile(path, "utf8"));
  if (canonicalJson(earlier) === canonicalJson(claim)) return;
  throw new ToolkitError("run-conflict", `${options.out} holds a training with other options or other data`, {
    hint: "Use another folder (--out), or remove this one.",
  });
}

async function environmentPython(options: FinetuneOptions, signal: AbortSignal): Promise<string> {
  const toolkit = createToolkit({
    sandbox: "none",
    workers: 1,
    python: "python3",
    ...(options.cacheDir !== null && { cacheDir: options.cacheDir }),
  });
  try {
    const { environment, python } = await (await toolkit.environments()).resolve(REQUIREMENTS, signal);
    if (environment.state === "ready") return python;
    throw new ToolkitError("install-failed", `no environment for fine-tuning: ${environment.reason ?? ""}`, {
      hint: `Give a Python that has ${REQUIREMENTS.join(", ")}: --python PATH.`,
    });
  } finally {
    await toolkit.close();
  }
}

/** Losses by step; of a step that was done again after an interruption the later one. */
async function lossesOf(path: string): Promise<{ step: number; loss: number }[]> {
  const byStep = new Map<number, number>();
  for await (const line of textLines(path)) {
    const { step, loss } = JSON.parse(line) as { step: number; loss?: number };
    if (loss !== undefined) byStep.set(step, loss);
  }
  return [...byStep].toSorted(([a], [b]) => a - b).map(([step, loss]) => ({ step, loss }));
}

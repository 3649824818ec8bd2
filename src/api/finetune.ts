/** Fine-tuning with LoRA on a training set: progress as it comes, adapter, loss curve and card; evaluated before and after. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { z } from "zod";
import type { PipelineEvent } from "../contracts/events.ts";
import {
  type FinetuneEvent,
  type FinetuneOptions,
  finetuneOptionsSchema,
  type FinetuneSummary,
  finetuneSummarySchema,
} from "../contracts/finetune.ts";
import type { EvaluationSummary } from "../contracts/score.ts";
import { ToolkitError } from "../errors.ts";
import { adapterCard } from "../export/training/adapter-card.ts";
import { writeFileAtomic, writeJsonAtomic } from "../io/atomic-file.ts";
import { runFinetuneScript } from "../io/finetune-script.ts";
import { LossLog } from "../io/loss-log.ts";
import { acquireRunLock } from "../io/run-lock.ts";
import type { ScriptPlace } from "../io/script-place.ts";
import { readTrainingSet } from "../io/training-set.ts";
import { createToolkit } from "../registry.ts";
import { lossCurve } from "../report/loss-curve.ts";
import { canonicalJson } from "../util/hash.ts";
import { validate } from "../util/validate.ts";
import { toolkitVersion } from "../version.ts";
import { compareBoth, type EvaluationPlan, evaluateModel, planEvaluation } from "./finetune-evaluation.ts";
import { makeFolder } from "../io/make-folder.ts";

/** What the scripts import. */
const REQUIREMENTS = ["torch", "transformers", "trl", "peft", "datasets", "accelerate", "jinja2"];

export type FinetuneProgress = FinetuneEvent | PipelineEvent;

interface Work {
  readonly options: FinetuneOptions;
  readonly dataHash: string;
  readonly place: ScriptPlace;
  readonly signal: AbortSignal;
}

/**
 * Trains an adapter with the paper's recipe unless told otherwise, on this machine or, with the docker backend, in a
 * container. Started again with the same options it goes on from the last checkpoint; a finished training is not done
 * again. With `evaluation` the base model, and later the same with the adapter, answer the tasks of a dataset.
 * @returns The summary, also in `finetune.json`; the adapter is in `adapter/`, its card in `README.md`, the losses in
 * `steps.jsonl` and `loss.svg`, which grow while it trains.
 * @throws ToolkitError `config-invalid`, `input-not-found`, `input-invalid` (a format that is not trained on),
 * `run-conflict` (the folder holds another training), `install-failed`, `prerequisite-missing`, `interrupted`.
 */
export async function* finetune(
  input: z.input<typeof finetuneOptionsSchema>,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<FinetuneProgress, FinetuneSummary> {
  const given = validate<FinetuneOptions>(finetuneOptionsSchema, input, "fine-tuning options");
  const model = existsSync(given.model) ? resolve(given.model) : given.model;
  const options = { ...given, model, data: resolve(given.data), out: resolve(given.out) };
  const training = await readTrainingSet(options.data);
  requireModel(given.model);
  requireReachable(options);
  const { evaluation } = options;
  const plan = evaluation === null ? null : await planEvaluation(options, evaluation, training);
  if (plan !== null)
    yield { type: "note", message: `evaluation on ${plan.evaluation.dataset}: ${plan.held.note}` };
  const lock = await acquireRunLock(options.out);
  const toolkit = createToolkit({ ...options, python: options.basePython, gpus: options.gpus ?? "none" });
  try {
    await claimFolder(options, training.hash);
    const { python, gpus } = options;
    const place = await toolkit.scriptPlace({ python, gpus, requirements: REQUIREMENTS }, signal);
    const work = { options, dataHash: training.hash, place, signal };
    const before =
      plan === null ? null : yield* evaluateModel(options, plan, { label: "before", adapter: null }, work);
    const summary = yield* trained(work);
    if (plan === null || before === null) return summary;
    return yield* evaluatedAfter(work, plan, { before, summary });
  } finally {
    await toolkit.close();
    await lock.release();
  }
}

async function* evaluatedAfter(
  work: Work,
  plan: EvaluationPlan,
  { before, summary }: { readonly before: EvaluationSummary; readonly summary: FinetuneSummary },
): AsyncGenerator<PipelineEvent, FinetuneSummary> {
  const asked = { label: "after", adapter: summary.adapter } as const;
  const after = yield* evaluateModel(work.options, plan, asked, work);
  return await writeSummary({ ...summary, evaluation: await compareBoth(plan, before, after) });
}

/** The finished training: of an earlier start, or done now. */
async function* trained(work: Work): AsyncGenerator<FinetuneProgress, FinetuneSummary> {
  const { options, dataHash, place, signal } = work;
  const earlier = await finishedTraining(options);
  if (earlier !== null) {
    const { firstLoss, lastLoss, steps } = earlier;
    const losses = `loss ${firstLoss.toFixed(4)} → ${lastLoss.toFixed(4)}`;
    yield { type: "note", message: `trained earlier: ${steps} steps, ${losses}` };
    return { ...earlier, options };
  }
  const log = await LossLog.open(options.out);
  let end: Extract<FinetuneEvent, { type: "end" }> | null = null;
  for await (const event of runFinetuneScript(place, options, signal)) {
    if (event.type === "step") {
      await log.add(event);
      await writeFileAtomic(join(options.out, "loss.svg"), lossCurve(log.losses()));
    }
    if (event.type === "end") end = event;
    yield event;
  }
  if (end === null) throw new ToolkitError("internal", "the training ended without its last line");
  return await writeSummary({
    toolkitVersion,
    options,
    dataHash,
    steps: end.step,
    firstLoss: log.losses()[0]?.loss ?? end.first_loss,
    lastLoss: end.last_loss,
    adapter: join(options.out, "adapter"),
    evaluation: null,
  });
}

async function writeSummary(summary: FinetuneSummary): Promise<FinetuneSummary> {
  const { out } = summary.options;
  await writeFileAtomic(join(out, "README.md"), adapterCard(summary));
  await writeJsonAtomic(join(out, "finetune.json"), summary);
  return summary;
}

async function finishedTraining({ out }: FinetuneOptions): Promise<FinetuneSummary | null> {
  const text = await readFile(join(out, "finetune.json"), "utf8").catch(() => null);
  if (text === null || !existsSync(join(out, "adapter"))) return null;
  return finetuneSummarySchema.safeParse(JSON.parse(text)).data ?? null;
}

/** What decides about the weights; the rest may change between two starts. */
function claimOf(options: FinetuneOptions, dataHash: string): object {
  const { data, model, rank, alpha, dropout, learningRate, batchSize, gradientAccumulation } = options;
  const { epochs, maxSteps, maxLength, trainModules, fourBit, seed } = options;
  const recipe = { rank, alpha, dropout, learningRate, batchSize, gradientAccumulation, epochs };
  return { data, model, dataHash, ...recipe, maxSteps, maxLength, trainModules, fourBit, seed };
}

/** @throws ToolkitError `run-conflict` when the folder was begun with other options or other data. */
async function claimFolder(options: FinetuneOptions, dataHash: string): Promise<void> {
  const path = join(options.out, "training.json");
  const claim = claimOf(options, dataHash);
  const begun = ["steps.jsonl", "checkpoints", "finetune.json"].some((name) =>
    existsSync(join(options.out, name)),
  );
  if (!existsSync(path) || !begun) {
    await makeFolder(options.out);
    return await writeJsonAtomic(path, claim);
  }
  const earlier: unknown = JSON.parse(await readFile(path, "utf8"));
  if (canonicalJson(earlier) === canonicalJson(claim)) return;
  throw new ToolkitError("run-conflict", `${options.out} holds a training with other options or other data`, {
    hint: "Use another folder (--out), or remove this one.",
  });
}

/** @throws ToolkitError `usage` for a model that a container without network could not load. */
/** Before an environment of gigabytes is made: a path that is none, and a folder without a model. */
function requireModel(model: string): void {
  const hint =
    "Give the folder of a model in the form of transformers, or the name of one on the Hub, owner/name.";
  if (existsSync(model)) {
    if (existsSync(join(model, "config.json"))) return;
    throw new ToolkitError("input-invalid", `${model} is no folder of a model: it has no config.json`, {
      hint,
    });
  }
  if (/^[./~]/.test(model) || model.split("/").length > 2)
    throw new ToolkitError("input-not-found", `there is no model ${model}`, { hint });
}

function requireReachable({ sandbox, network, model }: FinetuneOptions): void {
  if (sandbox !== "docker" || network === "run" || existsSync(model)) return;
  throw new ToolkitError("usage", `a container without network cannot load the model ${model}`, {
    hint: "Give the folder of a model, or let it be downloaded: --network run.",
  });
}

/** The evaluation before and after a fine-tuning: the same tasks, the same words, the same grading. */
import { basename, join } from "node:path";
import type { BeforeAfter, FinetuneEvaluation, FinetuneOptions } from "../contracts/finetune.ts";
import type { EvaluateInput } from "../contracts/evaluate-options.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { EvaluationSummary } from "../contracts/score.ts";
import { ToolkitError } from "../errors.ts";
import { beforeAfter } from "../evaluate/before-after.ts";
import { type HeldOut, heldOutTasks } from "../evaluate/held-out.ts";
import type { Questions } from "../evaluate/question.ts";
import { openLocalModel } from "../io/local-model.ts";
import { modelIdentity } from "../io/model-identity.ts";
import type { ScriptPlace } from "../io/script-place.ts";
import { questionsOf, type TrainingSet } from "../io/training-set.ts";
import { readDataset } from "../pipeline/evaluate/read-dataset.ts";
import { hashValue } from "../util/hash.ts";
import { evaluate } from "./evaluate.ts";
import { compareModels } from "./leaderboard.ts";
import { makeFolder } from "../io/make-folder.ts";

/** What is asked, chosen before anything is trained. */
export interface EvaluationPlan {
  readonly evaluation: FinetuneEvaluation;
  readonly held: HeldOut;
  /** Words of the training set for the tasks that are in it; null: a style's. */
  readonly questions: Questions | null;
  /** Give texts without chat template, as the training did. */
  readonly plain: boolean;
  /** Folder of the evaluation. */
  readonly folder: string;
}

/**
 * Reads the dataset and chooses its tasks.
 * @throws ToolkitError `input-not-found`, `input-invalid` for the dataset; `usage` when no task is left to ask.
 */
export async function planEvaluation(
  { out }: FinetuneOptions,
  evaluation: FinetuneEvaluation,
  training: TrainingSet,
): Promise<EvaluationPlan> {
  const { dataset: place, format, tier, split } = evaluation;
  const dataset = await readDataset(place, { format, tier });
  const held = heldOutTasks(dataset.tasks, training.index, split);
  if (held.ids.length === 0) {
    throw new ToolkitError("usage", `nothing to evaluate on in ${place}: ${held.note}`, {
      hint: "Export the training set with a larger test split (--split 80,0,20), give another dataset, or name other tasks with --evaluate-split validation, train or all.",
    });
  }
  const all = held.split === null ? new Map() : await questionsOf(training);
  const questions = held.ids.every((id) => all.has(id)) ? all : null;
  const { answersAtOnce: _answersAtOnce, ...what } = evaluation;
  const name = basename(place).replace(/\.\w+$/, "");
  const folder = join(out, "evaluation", `${name}-${hashValue([what, held.ids]).slice(0, 8)}`);
  return { evaluation, held, questions, plain: training.format === "completion", folder };
}

export interface EvaluatedModel {
  readonly label: "before" | "after";
  /** Folder of the adapter; null for the base model alone. */
  readonly adapter: string | null;
}

/** Asks and grades one of the two; what was graded before is not asked again, and then no server is started. */
export async function* evaluateModel(
  options: FinetuneOptions,
  plan: EvaluationPlan,
  { label, adapter }: EvaluatedModel,
  { place, signal }: { readonly place: ScriptPlace; readonly signal: AbortSignal },
): AsyncGenerator<PipelineEvent, EvaluationSummary> {
  const { evaluation, held, questions, plain, folder } = plan;
  await makeFolder(folder);
  const model = openLocalModel({
    place,
    model: options.model,
    adapter,
    plain,
    fourBit: options.fourBit,
    batchSize: evaluation.answersAtOnce,
    identity: await modelIdentity(options.model, adapter),
    log: join(options.out, "serve.log"),
    signal,
  });
  const name = adapter === null ? "base" : "adapted";
  try {
    return yield* evaluate(inputOf(options, plan, { label, name }), {
      signal,
      only: new Set(held.ids),
      server: model.server,
      ...(questions !== null && { questions: restrictedTo(questions, held.ids) }),
    });
  } finally {
    await model.close();
  }
}

function restrictedTo(questions: Questions, ids: readonly string[]): Questions {
  return new Map(ids.flatMap((id) => (questions.has(id) ? [[id, questions.get(id) ?? []]] : [])));
}

function inputOf(
  options: FinetuneOptions,
  { evaluation, folder }: EvaluationPlan,
  { label, name }: { readonly label: string; readonly name: string },
): EvaluateInput {
  const { split: _split, temperature, maxTokens, answersAtOnce, ...given } = evaluation;
  const { sandbox, docker, network, environments, workers, basePython: python, cacheDir, gpus } = options;
  const free = { input: 0, cachedInput: 0, output: 0 };
  return {
    ...given,
    ...{ sandbox, docker, network, environments, workers, python },
    ...(cacheDir !== undefined && { cacheDir }),
    ...(gpus !== null && { gpus }),
    out: folder,
    label,
    model: {
      name,
      sampling: { temperature, maxTokens },
      maxTokensCeiling: maxTokens,
      concurrency: Math.min(1_024, 2 * answersAtOnce),
      timeoutSeconds: 6 * 3_600,
      prices: { [name]: free },
    },
  };
}

/** Both side by side. */
export async function compareBoth(
  { folder, held }: EvaluationPlan,
  before: EvaluationSummary,
  after: EvaluationSummary,
): Promise<BeforeAfter> {
  const comparison = await compareModels([folder], "before", "after");
  return beforeAfter({ folder, split: held.split, before, after, comparison });
}

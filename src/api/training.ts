/** Training sets and audits of a run. */
import { createWriteStream } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { once } from "node:events";
import type { z } from "zod";
import { type AuditOptions, auditOptionsSchema, type AuditSummary } from "../contracts/audit.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { Prompt } from "../contracts/prompt.ts";
import type { Sketch } from "../contracts/sketch.ts";
import { type TrainingOptions, trainingOptionsSchema } from "../contracts/training.ts";
import type { Task } from "../contracts/task.ts";
import { ToolkitError } from "../errors.ts";
import { Families } from "../export/training/families.ts";
import type { Wording } from "../export/training/messages.ts";
import { writeJsonAtomic } from "../io/atomic-file.ts";
import { readPromptFolder } from "../io/prompt-folder.ts";
import { shippedSketchPath } from "../io/sketch-file.ts";
import { RunStore } from "../io/run-store.ts";
import { auditRows, indexRows } from "../pipeline/audit.ts";
import { sketchesOf } from "../pipeline/make-sketch.ts";
import { runRows } from "../pipeline/rows.ts";
import { exportTraining, type TrainingSummary } from "../pipeline/training.ts";
import { collectFailures } from "../pipeline/training-failures.ts";
import { parsePrompt } from "../prompt/parse-prompt.ts";
import { renderTask } from "../task/render.ts";
import { validate } from "../util/validate.ts";

export interface TrainingRunOptions {
  /** Where the training sets go; default `<run>/training`. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
}

/**
 * Writes training sets from a verified run: one folder a format, with splits that do not leak, `stats.json`, an index
 * of where each row comes from, and configuration files for trainers.
 * @throws ToolkitError `config-invalid`, `input-not-found`, `run-conflict`, `records-failed` when no row is left.
 */
export async function* exportTrainingSets(
  run: string,
  input: z.input<typeof trainingOptionsSchema>,
  options: TrainingRunOptions = {},
): AsyncGenerator<PipelineEvent, TrainingSummary> {
  const wanted = validate<TrainingOptions>(trainingOptionsSchema, input, "training options");
  const wording = await wordingOf(wanted);
  const store = await RunStore.open(resolve(run), null);
  try {
    requireVerdicts(store);
    const folders = wanted.attempts.map((folder) => resolve(folder));
    let collected = folders.length === 0 ? null : await collectFailures(store, folders);
    for (const message of collected?.notes ?? []) yield { type: "note", message };
    const families = new Families();
    const rendered = (task: Task): string => {
      families.see(task);
      return renderTask(task).text;
    };
    const summary = yield* exportTraining(() => runRows(store, rendered), wanted, {
      families,
      folder: resolve(options.folder ?? join(store.folder, "training")),
      wording,
      failures: async () => (collected ??= await collectFailures(store, folders)).failuresOf,
      sketches: await sketchesFor(wanted.audit),
      signal: options.signal ?? new AbortController().signal,
    });
    return summary;
  } finally {
    await store.close();
  }
}

/**
 * Audits a verified run: near-duplicates, tasks that repeat a benchmark's problems, secrets and personal data, licences,
 * balance. Writes `audit.jsonl` and
 * `audit.json` into the run.
 * @throws ToolkitError `config-invalid`, `input-not-found`, `run-conflict`.
 */
export async function* auditRun(
  run: string,
  input: z.input<typeof auditOptionsSchema> = {},
): AsyncGenerator<PipelineEvent, AuditSummary> {
  const options = validate<AuditOptions>(auditOptionsSchema, input, "audit options");
  const store = await RunStore.open(resolve(run), null);
  try {
    requireVerdicts(store);
    const rows = () => runRows(store, (task) => renderTask(task).text);
    const temporary = store.path("audit.jsonl.codergen-tmp");
    const file = createWriteStream(temporary);
    const plan = { options, sketches: await sketchesFor(options) };
    const summary = yield* auditRows(rows, await indexRows(rows), plan, async (record) => {
      if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, "drain");
    });
    file.end();
    await once(file, "close");
    await rename(temporary, store.path("audit.jsonl"));
    await writeJsonAtomic(store.path("audit.json"), summary);
    yield { type: "file-written", path: store.path("audit.jsonl") };
    return summary;
  } finally {
    await store.close();
  }
}

async function sketchesFor({ against }: AuditOptions): Promise<Sketch[]> {
  const paths = against.length === 0 ? [shippedSketchPath()] : against;
  const sketches: Sketch[] = [];
  for (const path of paths) sketches.push(...(await sketchesOf(path)));
  return sketches;
}

function requireVerdicts(store: RunStore): void {
  if (store.verdicts.sealed) return;
  throw new ToolkitError("prerequisite-missing", `the verify stage of ${store.folder} is not finished`, {
    hint: `Finish it first: codergen verify --out ${store.folder}.`,
  });
}

async function wordingOf({ template, system }: TrainingOptions): Promise<Wording> {
  const prompts = readPromptFolder();
  return {
    instruction: template === null ? prompts.get("train/instruction") : await ownTemplate(template),
    repair: prompts.get("train/repair"),
    system: system === null ? null : (await readText(system)).trim(),
  };
}

const TEMPLATE_INPUTS = ["instruction", "functionName", "requirements"];

/** @throws ToolkitError `config-invalid` for a template that asks for what a task does not have. */
async function ownTemplate(path: string): Promise<Prompt> {
  const prompt = parsePrompt(await readText(path), idOf(path));
  const unknown = Object.keys(prompt.inputs).filter((name) => !TEMPLATE_INPUTS.includes(name));
  if (unknown.length === 0) return prompt;
  throw new ToolkitError("config-invalid", `${path} asks for ${unknown.join(", ")}, which no task has`, {
    hint: `A training template may use ${TEMPLATE_INPUTS.join(", ")}.`,
  });
}

/** The last folder and the name: what a prompt's own id and version have to say. */
function idOf(path: string): string {
  return `${basename(resolve(path, ".."))}/${basename(path)}`;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ToolkitError("input-not-found", `cannot read ${path}`, {
      hint: "Give the path of a text file.",
      cause: error,
    });
  }
}

/**
 * The folder of an evaluation: what it is about, verdicts by content, references, and one folder a model. Journals that
 * were finished are opened again for more samples; a verdict is never taken twice for the same program and judge.
 */
import { existsSync } from "node:fs";
import { appendFile, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import {
  type EvaluationManifest,
  evaluationManifestSchema,
  type ReferenceRecord,
  referenceRecordSchema,
  type RepairedSample,
  repairedSampleSchema,
  sampleKey,
  type SampleRecord,
  sampleRecordSchema,
  type SampleVerdict,
  sampleVerdictSchema,
} from "../contracts/evaluation.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { JsonObject } from "../contracts/json.ts";
import { ToolkitError } from "../errors.ts";
import { canonicalJson } from "../util/hash.ts";
import { writeFileAtomic, writeJsonAtomic } from "./atomic-file.ts";
import { Journal } from "./journal.ts";
import { acquireRunLock, type RunLock } from "./run-lock.ts";
import { makeFolder } from "./make-folder.ts";

export class EvaluationStore {
  private constructor(
    readonly folder: string,
    readonly verdicts: Journal<SampleVerdict>,
    readonly references: Journal<ReferenceRecord>,
    private readonly lock: RunLock,
  ) {}

  /**
   * Opens an evaluation's folder, made when missing, and locks it.
   * @throws ToolkitError `run-conflict` when it is about another dataset or was made with other settings.
   */
  static async open(folder: string, manifest: EvaluationManifest): Promise<EvaluationStore> {
    const lock = await acquireRunLock(folder);
    try {
      await makeFolder(join(folder, "logs"));
      await claimFolder(folder, manifest);
      const verdicts = await reopen(join(folder, "verdicts.jsonl"), sampleVerdictSchema, ({ key }) => key);
      const references = await reopen(
        join(folder, "references.jsonl"),
        referenceRecordSchema,
        ({ taskId }) => taskId,
      );
      return new EvaluationStore(folder, verdicts, references, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /**
   * The folder of one model.
   * @throws ToolkitError `run-conflict` when the label stands for something else.
   */
  async entry(label: string, entryArguments: JsonObject): Promise<EvaluationEntry> {
    const folder = join(this.folder, "models", label);
    await makeFolder(folder);
    const path = join(folder, "entry.json");
    const earlier = await readJson(path);
    if (earlier !== null && canonicalJson(earlier) !== canonicalJson(entryArguments)) {
      throw new ToolkitError(
        "run-conflict",
        `the label "${label}" in ${this.folder} stands for something else`,
        {
          hint: "Give this model, style or sampling another --label, or start over with --restart.",
        },
      );
    }
    await writeJsonAtomic(path, entryArguments);
    const samples = await reopen(join(folder, "samples.jsonl"), sampleRecordSchema, sampleKey);
    return new EvaluationEntry(folder, samples);
  }

  /** Appends an event with its time to `logs/events.jsonl`. */
  async logEvent(event: PipelineEvent, now: Date): Promise<void> {
    await this.appendLog("events.jsonl", { time: now.toISOString(), ...event });
  }

  /** Notes what a step took; `readTimes` adds up. */
  async noteTime(label: string, seconds: { cpuSeconds?: number; modelSeconds?: number }): Promise<void> {
    await this.appendLog("times.jsonl", { label, ...seconds });
  }

  private async appendLog(name: string, value: object): Promise<void> {
    await appendFile(join(this.folder, "logs", name), `${JSON.stringify(value)}\n`);
  }

  /** Where paid calls of a model are noted. */
  ledgerPath(label: string): string {
    return join(this.folder, "logs", `calls-${label}.jsonl`);
  }

  async close(): Promise<void> {
    await this.verdicts.close();
    await this.references.close();
    await this.lock.release();
  }
}

/** What belongs to one model or file of samples. */
export class EvaluationEntry {
  private readonly repairJournals = new Map<string, Journal<RepairedSample>>();

  constructor(
    readonly folder: string,
    readonly samples: Journal<SampleRecord>,
  ) {}

  async repairs(agent: string): Promise<Journal<RepairedSample>> {
    const known = this.repairJournals.get(agent);
    if (known !== undefined) return known;
    const path = join(this.folder, `repairs-${agent}.jsonl`);
    const journal = await reopen(path, repairedSampleSchema, sampleKey);
    this.repairJournals.set(agent, journal);
    return journal;
  }

  /** Names of the agents that have worked here. */
  async agents(): Promise<string[]> {
    const names = (await readdir(this.folder)).flatMap(
      (name) => /^repairs-(.+?)(?:\.partial)?\.jsonl$/.exec(name)?.[1] ?? [],
    );
    return [...new Set(names)].sort();
  }

  async writeJson(name: string, value: unknown): Promise<string> {
    await writeJsonAtomic(join(this.folder, name), value);
    return join(this.folder, name);
  }

  async writeText(name: string, text: string): Promise<string> {
    await writeFileAtomic(join(this.folder, name), text);
    return join(this.folder, name);
  }

  async close(): Promise<void> {
    await this.samples.close();
    for (const journal of this.repairJournals.values()) await journal.close();
  }
}

/** Drops everything an evaluation wrote, but for the answers that models were paid for. */
export async function clearEvaluation(folder: string): Promise<void> {
  const lock = await acquireRunLock(folder);
  try {
    const names = ["models", "evaluation.json", "logs", "leaderboard"];
    const journals = ["verdicts", "references"].flatMap((name) => [`${name}.jsonl`, `${name}.partial.jsonl`]);
    for (const name of [...names, ...journals])
      await rm(join(folder, name), { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}

/** A journal that takes records, whether it was finished before or not. */
async function reopen<Record>(
  path: string,
  schema: z.ZodType<Record>,
  keyOf: (record: Record) => string,
): Promise<Journal<Record>> {
  if (existsSync(path)) await rename(path, path.replace(/\.jsonl$/, ".partial.jsonl"));
  return await Journal.open(path, schema, keyOf);
}

/** @throws ToolkitError `run-conflict`. */
async function claimFolder(folder: string, manifest: EvaluationManifest): Promise<void> {
  if (existsSync(join(folder, "manifest.json"))) {
    throw new ToolkitError("run-conflict", `${folder} is the folder of a run that built a dataset`, {
      hint: "Evaluate into another folder (--out).",
    });
  }
  const path = join(folder, "evaluation.json");
  const found = await readJson(path);
  if (found === null) return await writeJsonAtomic(path, manifest);
  const earlier = evaluationManifestSchema.safeParse(found);
  const same =
    earlier.success &&
    earlier.data.dataset.hash === manifest.dataset.hash &&
    canonicalJson(earlier.data.settings) === canonicalJson(manifest.settings);
  if (same) return await writeJsonAtomic(path, manifest);
  const what = earlier.success
    ? `is an evaluation on ${earlier.data.dataset.name} (${earlier.data.dataset.tasks} tasks) with ${JSON.stringify(earlier.data.settings)}`
    : "has an evaluation.json that cannot be read";
  throw new ToolkitError("run-conflict", `${folder} ${what}; the dataset or the settings are others now`, {
    hint: "Use another folder (--out), or start this one over with --restart.",
  });
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as unknown;
  } catch {
    return null;
  }
}

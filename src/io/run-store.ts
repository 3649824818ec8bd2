/**
 * A run's folder: manifest, one journal a stage, task files, logs. Times and durations stand in `logs/` only;
 * every other file depends on the inputs alone, so a run that was killed and continued equals one that was not.
 */
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { appendFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Environment, environmentSchema } from "../contracts/environment.ts";
import { scrapeRecordSchema } from "../contracts/document.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import { verifyRecordSchema, type VerifyRecord } from "../contracts/execution.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Manifest, StageName } from "../contracts/manifest.ts";
import { generateRecordSchema, type GenerateRecord } from "../contracts/task.ts";
import { ToolkitError } from "../errors.ts";
import { canonicalJson } from "../util/hash.ts";
import { writeFileAtomic, writeJsonAtomic } from "./atomic-file.ts";
import { Journal } from "./journal.ts";
import { newManifest, readManifest } from "./run-manifest.ts";
import { acquireRunLock, type RunLock } from "./run-lock.ts";
import { makeFolder } from "./make-folder.ts";

/** A scrape record with its place: `key` is unique in the run even if two sources use the same input name. */
export const scrapeEntrySchema = scrapeRecordSchema.extend({ key: z.string() });
export type ScrapeEntry = z.infer<typeof scrapeEntrySchema>;

/** The key of a scrape record: the source's position in the plan and the input's name. */
export function scrapeKey(planIndex: number, input: string): string {
  return `${planIndex}:${input}`;
}

const STAGE_FILES: Record<StageName, readonly string[]> = {
  scrape: ["documents.jsonl", "documents.partial.jsonl", "documents.previous.jsonl", "ingest.json"],
  generate: ["tasks.jsonl", "tasks.partial.jsonl", "tasks"],
  verify: ["verdicts.jsonl", "verdicts.partial.jsonl", "environments.jsonl", "environments.partial.jsonl"],
};

/** Paid calls, inside a run's folder: their order is not that of the inputs. */
const ledgerName = join("logs", "calls.jsonl");

/** Versions that requirement sets were resolved to, in the order they were asked for. */
const resolutionsName = join("logs", "resolutions.jsonl");

/** What a run ends with; made anew from the journals. */
const RESULT_FILES = [
  "summary.json",
  "report.html",
  "export",
  "version.json",
  "CHANGELOG.md",
  "refresh.jsonl",
  "refresh.partial.jsonl",
  "refresh.json",
];

export class RunStore {
  private constructor(
    readonly folder: string,
    private manifestState: Manifest,
    private readonly lock: RunLock,
    private journals: RunJournals,
  ) {}

  get documents(): Journal<ScrapeEntry> {
    return this.journals.documents;
  }

  get tasks(): Journal<GenerateRecord> {
    return this.journals.tasks;
  }

  get verdicts(): Journal<VerifyRecord> {
    return this.journals.verdicts;
  }

  get environments(): Journal<Environment> {
    return this.journals.environments;
  }

  /**
   * Opens a run folder and locks it.
   * @param identity Makes the run when there is none; null when it has to be there.
   * @throws ToolkitError `run-conflict` when another process works on it, `input-invalid` when the folder's
   * manifest cannot be read, `input-not-found` when there is no run and none is to be made.
   */
  static async open(
    folder: string,
    identity: { name: string; toolkitVersion: string } | null,
  ): Promise<RunStore> {
    if (identity === null && (await readManifest(folder)) === null) {
      throw new ToolkitError("input-not-found", `${folder} is no run folder`, {
        hint: "Give the folder of a run that `codergen build` made, or make one: codergen build --out <dir>.",
      });
    }
    const lock = await acquireRunLock(folder);
    try {
      await makeFolder(join(folder, "logs"));
      const found = await readManifest(folder);
      const manifest = found ?? newManifest(folder, identity);
      return new RunStore(folder, manifest, lock, await openJournals(folder));
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  get manifest(): Manifest {
    return this.manifestState;
  }

  /**
   * Notes the arguments a stage is started with.
   * @throws ToolkitError `run-conflict` when the stage has records that were made with other arguments.
   */
  async claimStage(stage: StageName, stageArguments: JsonObject): Promise<void> {
    const earlier = this.manifestState.stages[stage];
    const differs = earlier !== undefined && canonicalJson(earlier) !== canonicalJson(stageArguments);
    if (differs && this.hasRecords(stage)) {
      throw new ToolkitError(
        "run-conflict",
        `${this.folder} holds a ${stage} stage that was started with other arguments: ${differences(earlier, stageArguments)}`,
        { hint: "Use another folder (--out), or start this one over with --restart." },
      );
    }
    const stages = { ...this.manifestState.stages, [stage]: stageArguments };
    this.manifestState = { ...this.manifestState, stages };
    await writeJsonAtomic(this.path("manifest.json"), this.manifestState);
  }

  /** A stage that recorded nothing yet binds the folder to nothing. */
  private hasRecords(stage: StageName): boolean {
    const journal = { scrape: this.documents, generate: this.tasks, verify: this.verdicts }[stage];
    return journal.sealed || journal.size > 0;
  }

  /**
   * Prepares a scrape of a run that was scraped before: the finished records are set aside, to be asked for what
   * is known. Null when there is nothing to refresh. Killed half way, the next call goes on.
   */
  async startRefresh(): Promise<PreviousScrape | null> {
    const current = this.path("documents.jsonl");
    const aside = this.path("documents.previous.jsonl");
    if (this.documents.sealed) {
      await this.documents.close();
      await rename(current, aside);
      this.journals = { ...this.journals, documents: await openDocuments(current) };
    }
    const previous = await openDocuments(aside);
    if (!previous.sealed) return null;
    const known = new Map<string, { etag: string | null; contentHash: string | null }>();
    for await (const { key, etag, document } of previous.records()) {
      known.set(key, { etag, contentHash: document?.contentHash ?? null });
    }
    return { get: (key) => previous.get(key), known: (key) => known.get(key) ?? null };
  }

  /**
   * Drops the records set aside by `startRefresh`. When the documents are not what they were, what later stages made
   * of them is dropped too.
   * @returns True when something changed.
   */
  async endRefresh(): Promise<boolean> {
    const aside = this.path("documents.previous.jsonl");
    const [before, after] = await Promise.all([hashFile(aside), hashFile(this.path("documents.jsonl"))]);
    const changed = before !== null && before !== after;
    if (changed) await this.dropLaterStages();
    await rm(aside, { force: true });
    return changed;
  }

  private async dropLaterStages(): Promise<void> {
    for (const journal of Object.values(this.journals)) await journal.close();
    const { scrape } = this.manifestState.stages;
    this.manifestState = { ...this.manifestState, stages: scrape === undefined ? {} : { scrape } };
    await writeJsonAtomic(this.path("manifest.json"), this.manifestState);
    for (const file of [...STAGE_FILES.generate, ...STAGE_FILES.verify, ...RESULT_FILES]) {
      await rm(this.path(file), { recursive: true, force: true });
    }
    this.journals = await openJournals(this.folder);
  }

  /** Where the run's paid calls are noted. */
  get ledgerPath(): string {
    return this.path(ledgerName);
  }

  /** Where is noted which versions the run resolved requirements to. */
  get resolutionsPath(): string {
    return this.path(resolutionsName);
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  async writeText(relativePath: string, text: string): Promise<void> {
    await writeFileAtomic(this.path(relativePath), text);
  }

  async writeJson(relativePath: string, value: unknown): Promise<void> {
    await writeJsonAtomic(this.path(relativePath), value);
  }

  /** Appends an event with its time to `logs/events.jsonl`. */
  async logEvent(event: PipelineEvent, now: Date): Promise<void> {
    await appendFile(
      this.path("logs", "events.jsonl"),
      `${JSON.stringify({ time: now.toISOString(), ...event })}\n`,
    );
  }

  async close(): Promise<void> {
    for (const journal of [this.documents, this.tasks, this.verdicts, this.environments]) {
      await journal.close();
    }
    await this.lock.release();
  }
}

/** Results of an earlier scrape, by key. */
export interface PreviousScrape {
  get(key: string): Promise<ScrapeEntry | null>;
  known(key: string): { readonly etag: string | null; readonly contentHash: string | null } | null;
}

/** One journal a kind of record. */
export interface RunJournals {
  readonly documents: Journal<ScrapeEntry>;
  readonly tasks: Journal<GenerateRecord>;
  readonly verdicts: Journal<VerifyRecord>;
  readonly environments: Journal<Environment>;
}

/** A finished stage of a million records is opened at once and takes no memory. */
const UNREAD = { readSealed: false };

export async function openJournals(folder: string): Promise<RunJournals> {
  const path = (name: string) => join(folder, `${name}.jsonl`);
  return {
    documents: await openDocuments(path("documents")),
    tasks: await Journal.open(path("tasks"), generateRecordSchema, (record) => record.documentId, UNREAD),
    verdicts: await Journal.open(path("verdicts"), verifyRecordSchema, (record) => record.taskId, UNREAD),
    environments: await Journal.open(path("environments"), environmentSchema, (record) => record.id, UNREAD),
  };
}

function openDocuments(path: string): Promise<Journal<ScrapeEntry>> {
  return Journal.open(path, scrapeEntrySchema, (record) => record.key, UNREAD);
}

/** Removes what the stages of a run wrote, keeping nothing but the logs. */
export async function clearRun(folder: string): Promise<void> {
  const files = [
    ...Object.values(STAGE_FILES).flat(),
    ...RESULT_FILES,
    ledgerName,
    join("logs", "resolutions.partial.jsonl"),
    "manifest.json",
  ];
  const lock = await acquireRunLock(folder);
  try {
    for (const file of files) await rm(join(folder, file), { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}

async function hashFile(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

function differences(earlier: JsonObject, now: JsonObject): string {
  const names = [...new Set([...Object.keys(earlier), ...Object.keys(now)])];
  return names
    .filter((name) => canonicalJson(earlier[name] ?? null) !== canonicalJson(now[name] ?? null))
    .map(
      (name) =>
        `${name} was ${JSON.stringify(earlier[name] ?? null)}, now ${JSON.stringify(now[name] ?? null)}`,
    )
    .join("; ");
}

/**
 * Training sets from the rows of a dataset: audited, split without leaks, one folder a format. Rows are read as often
 * as needed and never held together.
 */
import { createWriteStream } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AuditSummary } from "../contracts/audit.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Sketch } from "../contracts/sketch.ts";
import type { TaskRow } from "../contracts/task-row.ts";
import {
  splitNames,
  type TrainingFormat,
  trainingFormats,
  type TrainingOptions,
  type TrainingStats,
  type TrainingTask,
} from "../contracts/training.ts";
import { ToolkitError } from "../errors.ts";
import { NearDuplicateIndex } from "../audit/near-duplicates.ts";
import { findingsIn, withoutFindings } from "../audit/sieve.ts";
import type { Families } from "../export/training/families.ts";
import { rowFormats } from "../export/training/formats/index.ts";
import type { Wording } from "../export/training/messages.ts";
import { splitGroups, splitsOfGroups } from "../export/training/split.ts";
import { TokenStatistics } from "../export/training/token-statistics.ts";
import { trainerConfigs } from "../export/training/trainer-configs.ts";
import { inConfig } from "../export/row.ts";
import { writeFileAtomic, writeJsonAtomic } from "../io/atomic-file.ts";
import { countCautiously, tokenizerName } from "../model/count-tokens.ts";
import { type AuditPlan, auditRows, type IndexedRows, indexRows, type Rows } from "./audit.ts";
import { requireReplaceable } from "./replaceable-folder.ts";
import { ended, SplitFiles, writeLine } from "./split-files.ts";
import { type FailuresOf, trainingTaskOf } from "./training-failures.ts";
import { makeFolder } from "../io/make-folder.ts";

/** From this similarity on, tasks stay on one side of the splits. */
const SPLIT_SIMILARITY = 0.7;
/** Bytes that an instruction takes while the splits are made. */
const INSTRUCTION_PLACES = 48;
/** What a folder of training sets may hold; anything else is not replaced. */
const OWN_NAMES = ["audit.json", "audit.jsonl", "training.json", ...Object.keys(rowFormats)];

const NO_FAILURES: FailuresOf = () => [];

export interface TrainingPlan {
  readonly folder: string;
  readonly wording: Wording;
  /** Read when a format is made of failures: they are held in memory. */
  readonly failures: () => Promise<FailuresOf>;
  readonly sketches: readonly Sketch[];
  /** Filled while rows are read. */
  readonly families: Families;
  readonly signal: AbortSignal;
}

export interface TrainingSummary {
  readonly audit: AuditSummary;
  readonly formats: readonly TrainingStats[];
}

/** Where each row goes, by its number. */
interface Placed {
  readonly kept: Uint8Array;
  /** Places in `splitNames`. */
  readonly splits: Uint8Array;
}

/**
 * Writes the formats into `plan.folder`, by way of a neighbour that is renamed at the end.
 * @throws ToolkitError `run-conflict` when the folder holds anything but training sets.
 */
export async function* exportTraining(
  allRows: Rows,
  options: TrainingOptions,
  plan: TrainingPlan,
): AsyncGenerator<PipelineEvent, TrainingSummary> {
  await requireReplaceable(plan.folder, OWN_NAMES, "training.json");
  const temporary = `${plan.folder}.codergen-tmp`;
  await rm(temporary, { recursive: true, force: true });
  await makeFolder(temporary);
  const wanted = [...new Set([...options.formats, ...(await formatsIn(plan.folder))])];
  const rows: Rows = () => wantedRows(allRows(), options, plan.signal);
  const { indexed, splits } = await placedRows(rows, options, plan.families);
  const { audit, kept } = yield* auditInto(temporary, rows, indexed, {
    options: options.audit,
    sketches: plan.sketches,
  });
  const placed: Placed = { kept, splits };
  const formats: TrainingStats[] = [];
  for (const format of wanted) {
    plan.signal.throwIfAborted();
    const failuresOf = rowFormats[format].of === "failure" ? await plan.failures() : NO_FAILURES;
    const stats = await writeFormat(join(temporary, format), format, {
      rows,
      placed,
      options,
      plan,
      failuresOf,
    });
    formats.push(stats);
    const { train, validation, test } = stats.rows;
    const hint = train + validation + test === 0 ? emptyHint(format) : "";
    yield {
      type: "note",
      message: `${format}: ${train} train, ${validation} validation, ${test} test${hint}`,
    };
  }
  if (formats.every(({ rows: counts }) => counts.train + counts.validation + counts.test === 0)) {
    await rm(temporary, { recursive: true });
    throw nothingLeft(audit, formats);
  }
  await writeJsonAtomic(join(temporary, "training.json"), {
    options: { ...options, formats: wanted },
    formats,
  });
  await rm(plan.folder, { recursive: true, force: true });
  await rename(temporary, plan.folder);
  yield { type: "file-written", path: plan.folder };
  return { audit, formats };
}

/** Formats of an earlier export, which are written anew with the others: their splits are the same. */
async function formatsIn(folder: string): Promise<TrainingFormat[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return trainingFormats.filter((format) => names.includes(format));
}

function nothingLeft(audit: AuditSummary, formats: readonly TrainingStats[]): ToolkitError {
  const reasons = Object.entries({
    ...audit.leftOut,
    "too long": Math.max(0, ...formats.map(({ tooLong }) => tooLong)),
  });
  const said = reasons.filter(([, count]) => count > 0).map(([reason, count]) => `${reason} ${count}`);
  const message = `no example is left of ${audit.tasks} tasks${said.length === 0 ? "" : `; left out: ${said.join(", ")}`}`;
  return new ToolkitError("records-failed", message, {
    hint: "Lower --tier, raise --max-tokens, give --attempts for repair and preference, or keep what the audit leaves out (--near-duplicates keep, --contamination keep). What was there before is kept.",
  });
}

function emptyHint(format: TrainingFormat): string {
  return rowFormats[format].of === "failure"
    ? "; no failed program is known: --attempts names the folder of an evaluation"
    : "; no task is left by tier, share, audit and length";
}

async function* wantedRows(
  rows: AsyncIterable<TaskRow>,
  options: TrainingOptions,
  signal: AbortSignal,
): AsyncGenerator<TaskRow> {
  for await (const row of rows) {
    signal.throwIfAborted();
    if (!inConfig(row.tier, options.tier)) continue;
    const passed = row.case_verdicts.filter((verdict) => verdict === "passed").length;
    if (passed >= options.minPassShare * row.case_verdicts.length) yield row;
  }
}

async function* auditInto(folder: string, rows: Rows, indexed: IndexedRows, plan: AuditPlan) {
  const kept = new Uint8Array(indexed.index.size);
  const file = createWriteStream(join(folder, "audit.jsonl"));
  let number = 0;
  const audit = yield* auditRows(rows, indexed, plan, async (record) => {
    kept[number++] = record.leftOut.length === 0 ? 1 : 0;
    await writeLine(file, record);
  });
  await ended(file);
  await writeJsonAtomic(join(folder, "audit.json"), audit);
  return { audit, kept };
}

/** The index of instructions is let go with the end of this. */
async function likenesses(rows: Rows) {
  const instructions = new NearDuplicateIndex(INSTRUCTION_PLACES);
  const indexed = await indexRows(rows, instructions);
  const ofInstructions = instructions.groups(SPLIT_SIMILARITY);
  return { indexed, likes: [indexed.index.groups(SPLIT_SIMILARITY), ofInstructions] };
}

/**
 * Tasks of one document stay together, those that are composed of tasks and what they are composed of, and those whose
 * programs or whose instructions are nearly the same.
 */
async function placedRows(rows: Rows, { split, seed }: TrainingOptions, families: Families) {
  const { indexed, likes } = await likenesses(rows);
  const documents = indexed.documents.map((document) => families.leaderOf(document));
  return { indexed, splits: splitsOfGroups(splitGroups(documents, likes), split, seed) };
}

interface FormatWork {
  readonly rows: Rows;
  readonly placed: Placed;
  readonly options: TrainingOptions;
  readonly plan: TrainingPlan;
  readonly failuresOf: FailuresOf;
}

async function writeFormat(folder: string, name: TrainingFormat, work: FormatWork): Promise<TrainingStats> {
  const { options, plan, placed } = work;
  await makeFolder(folder);
  const writers = new SplitFiles(folder);
  const statistics = new TokenStatistics(options.maxTokens);
  let number = -1;
  let tooLong = 0;
  for await (const row of work.rows()) {
    number++;
    plan.signal.throwIfAborted();
    if (placed.kept[number] !== 1) continue;
    const split = splitNames[placed.splits[number] ?? 0] ?? "train";
    const task = await cleaned(trainingTaskOf(row), options);
    for (const example of await examplesOf(name, task, work)) {
      const tokens = countCautiously(textsOf(example).join("\n"));
      if (options.maxTokens !== null && tokens > options.maxTokens) {
        tooLong++;
        continue;
      }
      statistics.add(tokens);
      await writers.write(split, example, { task, tokens });
    }
  }
  await writers.close();
  const { instruction } = plan.wording;
  const stats: TrainingStats = {
    format: name,
    rows: writers.counts,
    tooLong,
    tokenizer: tokenizerName,
    tokens: statistics.tokens,
    packing: statistics.packing,
    template: instruction.versionedId,
    templateHash: instruction.hash,
  };
  await writeJsonAtomic(join(folder, "stats.json"), stats);
  for (const { path, text } of stats.rows.train > 0 ? trainerConfigs(stats) : [])
    await writeFileAtomic(join(folder, path), text);
  return stats;
}

async function examplesOf(
  name: TrainingFormat,
  task: TrainingTask,
  { options, plan, failuresOf }: FormatWork,
): Promise<JsonObject[]> {
  const format = rowFormats[name];
  if (format.of === "task") return [format.row(task, plan.wording)];
  const rows: JsonObject[] = [];
  for (const failure of failuresOf(task)) {
    // What a model wrote was not audited with the dataset.
    const found =
      options.audit.findings === "keep" ? [] : await findingsIn(failure.broken + failure.failure, "code");
    if (found.length === 0) rows.push(format.row(failure, plan.wording));
  }
  return rows;
}

/** Secrets and personal data in the words are replaced; a program with any was left out by the audit. */
async function cleaned(task: TrainingTask, { audit }: TrainingOptions): Promise<TrainingTask> {
  if (audit.findings !== "redact") return task;
  const findings = await findingsIn(task.instruction, "text");
  return findings.length === 0 ? task : { ...task, instruction: withoutFindings(task.instruction, findings) };
}

/** All texts of an example, for counting. */
function textsOf(value: JsonObject[string]): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

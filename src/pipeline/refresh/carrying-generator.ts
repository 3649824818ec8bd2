/**
 * The generator of a refresh: tasks of documents that are as they were are carried and verified again; only what is new
 * or changed goes to the generator. It notes what became of each task and its verdict before the record of the document
 * is written, so that a killed refresh goes on with the next document.
 */
import type { Document } from "../../contracts/document.ts";
import type { RealisedEnvironment, Environment, EnvironmentLock } from "../../contracts/environment.ts";
import type { VerifyRecord } from "../../contracts/execution.ts";
import type { GenerateContext, Generator } from "../../contracts/generator.ts";
import type { RefreshOptions, RefreshRecord } from "../../contracts/refresh.ts";
import type { RepairRecord } from "../../contracts/repair.ts";
import type { Program } from "../../contracts/sandbox.ts";
import type { GenerateRecord, Task } from "../../contracts/task.ts";
import { ToolkitError } from "../../errors.ts";
import { toRow } from "../../export/row.ts";
import type { FinishedRun } from "../../io/finished-run.ts";
import type { Journal } from "../../io/journal.ts";
import type { RunStore } from "../../io/run-store.ts";
import { differingColumns, isMeaning } from "../dataset/compare-datasets.ts";
import type { VerifySettings } from "../verify.ts";
import { verifyTask } from "../verify-task.ts";
import { carriedTask } from "./carried-task.ts";
import type { EarlierDocuments } from "./earlier-documents.ts";
import { brokenCases, healthOf, ROTTEN } from "./classify.ts";

export interface CarryParts {
  readonly earlier: FinishedRun;
  readonly documents: EarlierDocuments;
  readonly store: RunStore;
  readonly journal: Journal<RefreshRecord>;
  readonly generator: Generator;
  /** An environment as it was recorded. */
  readonly restore: (lock: EnvironmentLock, signal?: AbortSignal) => Promise<RealisedEnvironment>;
  readonly toProgram: (task: Task) => Program;
  readonly renderTask: (task: Task) => string;
  readonly settings: VerifySettings;
  readonly options: RefreshOptions;
  /** Tasks that are exact copies of earlier ones. */
  readonly duplicates: ReadonlyMap<string, string>;
  /** Mends tasks that rotted; null: they stay rotten. */
  readonly repair:
    | ((task: Task, document: Document) => Promise<{ readonly task: Task; readonly record: RepairRecord }>)
    | null;
}

/** A task after it was verified again. */
interface Carried {
  readonly task: Task;
  readonly verdict: VerifyRecord;
  readonly environment: Environment;
  readonly record: RefreshRecord;
  readonly attempts: NonNullable<GenerateRecord["attempts"]>;
}

export function carryingGenerator(parts: CarryParts): Generator {
  const { generator } = parts;
  return {
    name: generator.name,
    summary: generator.summary,
    async generate(document, context) {
      const earlier = await parts.earlier.tasks.get(document.id);
      if (earlier === null) return generator.generate(document, context);
      const before = await parts.documents.get(document.id);
      const isSame = parts.documents.compare(document) === "same";
      if (isSame && earlier.tasks.length === 0) return earlier;
      const carried: Carried[] = [];
      for (const task of earlier.tasks)
        carried.push(
          await carry(carriedTask(task, before, document, parts.options.upgrade), isSame, context, parts),
        );
      const plain = withoutAttempts(earlier);
      if (isSame) return keep(plain, await mended(carried, document, context, parts), parts);
      const made = await generator.generate(document, context);
      if (carried.length === 0) return made;
      return (
        (await replace(made, carried, context, parts)) ??
        keep({ ...plain, ...attemptsOf(made) }, await mended(carried, document, context, parts), parts)
      );
    },
  };
}

/** Answers that the earlier run paid for are that run's. */
function withoutAttempts({ attempts: _attempts, ...record }: GenerateRecord): GenerateRecord {
  return record;
}

function attemptsOf({ attempts }: GenerateRecord): Pick<GenerateRecord, "attempts"> {
  return attempts === undefined ? {} : { attempts };
}

/** Verifies a task in today's environment, and in that of then where it is another. */
async function carry(
  task: Task,
  isSame: boolean,
  context: GenerateContext,
  parts: CarryParts,
): Promise<Carried> {
  const before = await earlierVerdict(task.id, parts);
  const realised = await context.environments.resolve(task.requirements, context.signal);
  const verdict = await verify(task, realised, context, parts);
  const { environment } = realised;
  const then = await lockedRun(task, { before, environment }, context, parts);
  const health = healthOf({ task, before, now: { record: verdict, environment }, ...then });
  const record: RefreshRecord = {
    taskId: task.id,
    documentId: task.documentId,
    state: health.cause === null ? "kept" : "rotten",
    document: isSame ? "same" : "changed",
    ...health,
    tierBefore: before.record.tier,
    tierAfter: health.cause === null ? verdict.tier : "none",
    fields: [],
  };
  return { task, verdict, environment, record, attempts: [] };
}

async function earlierVerdict(taskId: string, { earlier }: CarryParts) {
  const record = await earlier.verdicts.get(taskId);
  const environment = record === null ? null : await earlier.environments.get(record.environmentId);
  if (record === null || environment === null)
    throw new ToolkitError("input-invalid", `${earlier.folder} has no whole verdict of the task ${taskId}`, {
      hint: "Let the run end first: codergen verify --out <dir>.",
    });
  return { record, environment };
}

type Before = Awaited<ReturnType<typeof earlierVerdict>>;

async function lockedRun(
  task: Task,
  { before, environment }: { readonly before: Before; readonly environment: Environment },
  context: GenerateContext,
  parts: CarryParts,
): Promise<{
  locked: VerifyRecord | null;
  lockedState: "restored" | "same-versions" | "not-restored";
}> {
  const then = before.environment;
  if (then.pythonVersion !== environment.pythonVersion || then.state !== "ready")
    return { locked: null, lockedState: "not-restored" };
  if (then.lock.join("\n") === environment.lock.join("\n"))
    return { locked: null, lockedState: "same-versions" };
  const realised = await parts.restore(then, context.signal);
  if (realised.environment.state !== "ready") return { locked: null, lockedState: "not-restored" };
  const settings = { ...parts.settings, reruns: 0, stubs: false }; // what its cases are worth was found out then
  return { locked: await verify(task, realised, context, { ...parts, settings }), lockedState: "restored" };
}

function verify(
  task: Task,
  realised: RealisedEnvironment,
  context: GenerateContext,
  parts: CarryParts,
): Promise<VerifyRecord> {
  const { settings, duplicates, toProgram } = parts;
  const plan = { settings, duplicateOf: duplicates.get(task.id) ?? null };
  return verifyTask(task, realised, plan, { ...context, toProgram });
}

/** Rotten tasks after an agent had them; those that it could not mend stay as they are. */
async function mended(
  carried: readonly Carried[],
  document: Document,
  context: GenerateContext,
  parts: CarryParts,
): Promise<Carried[]> {
  const { repair } = parts;
  const after: Carried[] = [];
  for (const one of carried) {
    const canBe = one.record.state === "rotten" && one.record.cause !== "install";
    after.push(repair === null || !canBe ? one : await mend(one, { document, repair }, context, parts));
  }
  return after;
}

async function mend(
  rotten: Carried,
  { document, repair }: { readonly document: Document; readonly repair: NonNullable<CarryParts["repair"]> },
  context: GenerateContext,
  parts: CarryParts,
): Promise<Carried> {
  const { task, record: rounds } = await repair(rotten.task, document);
  const attempts = rounds.rounds.flatMap((round) => round.attempts);
  if (task === rotten.task) return { ...rotten, attempts };
  const realised = await context.environments.resolve(task.requirements, context.signal);
  const verdict = await verify(task, realised, context, parts);
  const before = await earlierVerdict(task.id, parts);
  if (brokenCases(before.record, verdict).length > 0) return { ...rotten, attempts };
  const fields = columnsBetween(rotten, { task, verdict }, parts);
  const record: RefreshRecord = { ...rotten.record, state: "repaired", tierAfter: verdict.tier, fields };
  return { task, verdict, environment: realised.environment, record, attempts };
}

/** Writes down what became of carried tasks; the record of their document. */
async function keep(
  earlier: GenerateRecord,
  carried: readonly Carried[],
  parts: CarryParts,
): Promise<GenerateRecord> {
  for (const one of carried) await note(one, parts);
  const own = carried.flatMap(({ attempts }) => attempts);
  const attempts = [...(earlier.attempts ?? []), ...own];
  return {
    ...earlier,
    tasks: carried.map(({ task }) => task),
    ...(attempts.length === 0 ? {} : { attempts }),
  };
}

/** What the changed document gives now, where it is another task and as good as the one that was; else null. */
async function replace(
  made: GenerateRecord,
  carried: readonly Carried[],
  context: GenerateContext,
  parts: CarryParts,
): Promise<GenerateRecord | null> {
  const fresh: { task: Task; verdict: VerifyRecord; environment: Environment }[] = [];
  for (const task of made.tasks) {
    const realised = await context.environments.resolve(task.requirements, context.signal);
    const verdict = await verify(task, realised, context, parts);
    fresh.push({ task, verdict, environment: realised.environment });
  }
  const pairs = carried.map((one) => ({ one, now: fresh.find(({ task }) => task.id === one.task.id) }));
  const differs = pairs.some(
    ({ one, now }) => now !== undefined && isMeaning(columnsBetween(one, now, parts)),
  );
  if (!differs || pairs.some(({ one, now }) => now === undefined || isWorse(now.verdict, one))) return null;
  for (const { one, now } of pairs) {
    if (now === undefined) continue;
    const fields = columnsBetween(one, now, parts);
    const state = isMeaning(fields) ? "changed" : one.record.state;
    const record: RefreshRecord = { ...one.record, state, tierAfter: now.verdict.tier, fields };
    await note({ ...now, record, attempts: [] }, parts);
  }
  return made;
}

const RANKS = { none: 0, any: 1, all: 2, verified: 3 };

function isWorse(verdict: VerifyRecord, { record }: Carried): boolean {
  return RANKS[verdict.tier] < RANKS[record.tierAfter ?? "none"] || verdict.tier === "none";
}

/** Columns of the dataset in which two versions of a task differ, their environments left aside. */
function columnsBetween(
  before: { readonly task: Task; readonly verdict: VerifyRecord; readonly environment: Environment },
  after: { readonly task: Task; readonly verdict: VerifyRecord },
  { renderTask }: CarryParts,
): string[] {
  const row = ({ task, verdict }: typeof after) => toRow(task, verdict, before.environment, renderTask(task));
  return differingColumns(row(before), row(after));
}

async function note(
  { verdict, environment, record }: Carried,
  { store, journal }: CarryParts,
): Promise<void> {
  if (!store.environments.has(environment.id)) await store.environments.append(environment);
  const rotten = record.state === "rotten";
  await store.verdicts.append(rotten ? { ...verdict, tier: "none", notVerified: [ROTTEN] } : verdict);
  await journal.append(record);
}

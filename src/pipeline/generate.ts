/** The generate stage: every accepted document to its tasks, or to the reason why it gives none. */
import type { Document } from "../contracts/document.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { GenerateContext, Generator } from "../contracts/generator.ts";
import type { GenerateRecord, Task } from "../contracts/task.ts";
import { describeError, ToolkitError } from "../errors.ts";
import { ExemplarPool } from "../generate/model/exemplars.ts";
import type { RunStore } from "../io/run-store.ts";
import { runBounded } from "./bounded.ts";
import { retrySandbox, SandboxGaveUp } from "./retry-sandbox.ts";

/** Documents done before exemplars are chosen from what they gave: a fixed set, so that timing decides nothing. */
const SEED_DOCUMENTS = 20;

export interface GenerateStageContext extends Omit<GenerateContext, "exemplars"> {
  readonly concurrency: number;
  /** The task as the text of its file. */
  readonly renderTask: (task: Task) => string;
}

export async function* generateStage(
  store: RunStore,
  generator: Generator,
  context: GenerateStageContext,
): AsyncGenerator<PipelineEvent> {
  if (store.tasks.sealed) {
    yield { type: "stage-skipped", stage: "generate", reason: "finished earlier" };
    return;
  }
  const order = await acceptedIds(store);
  yield { type: "stage-started", stage: "generate", total: order.length, done: store.tasks.size };
  let ungraded = 0;
  const seeds = new Set(context.models === null ? [] : order.slice(0, SEED_DOCUMENTS));
  for (const seeding of seeds.size > 0 ? [true, false] : [false]) {
    const pool = new ExemplarPool(seeding ? [] : await provenTasks(store, seeds));
    const full = { ...context, exemplars: pool.choose.bind(pool) };
    const documents = openDocuments(store, (id) => !seeding || seeds.has(id));
    const work = (document: Document) => generateOne(store, generator, document, full);
    for await (const event of runBounded(documents, context.concurrency, work)) {
      if (event.type === "record-ungraded") ungraded++;
      yield event;
    }
  }
  if (ungraded === 0) await store.tasks.seal(order);
  yield { type: "stage-finished", stage: "generate" };
}

/** Tasks of the seed documents whose every piece was kept after a run. */
async function provenTasks(store: RunStore, seeds: ReadonlySet<string>): Promise<Task[]> {
  const tasks: Task[] = [];
  for (const id of seeds) {
    const record = await store.tasks.get(id);
    const newest = new Map(record?.attempts?.map(({ piece, result }) => [piece, result]));
    if (record !== null && [...newest.values()].every((result) => result === "kept"))
      tasks.push(...record.tasks);
  }
  return tasks;
}

async function generateOne(
  store: RunStore,
  generator: Generator,
  document: Document,
  context: GenerateStageContext & GenerateContext,
): Promise<PipelineEvent> {
  context.signal.throwIfAborted();
  let record: GenerateRecord;
  try {
    record = await retrySandbox(() => generator.generate(document, context), context.signal);
  } catch (error) {
    const unavailable = error instanceof ToolkitError && error.code === "model-unavailable";
    if (!unavailable && !(error instanceof SandboxGaveUp)) throw error;
    return { type: "record-ungraded", stage: "generate", key: document.id, message: describeError(error) };
  }
  for (const task of record.tasks) await store.writeText(`tasks/${task.id}.py`, context.renderTask(task));
  await store.tasks.append(record);
  const { documentId, state, reason, tasks } = record;
  return { type: "document-generated", documentId, state, reason, tasks: tasks.length };
}

async function acceptedIds(store: RunStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const entry of store.documents.records()) {
    if (entry.state === "accepted" && entry.document !== null) ids.push(entry.document.id);
  }
  return ids;
}

async function* openDocuments(store: RunStore, wanted: (id: string) => boolean): AsyncGenerator<Document> {
  for await (const entry of store.documents.records()) {
    const { state, document } = entry;
    if (state === "accepted" && document !== null && wanted(document.id)) {
      if (!store.tasks.has(document.id)) yield document;
    }
  }
}

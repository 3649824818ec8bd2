/** The generate stage: every accepted document to its tasks, or to the reason why it gives none. */
import type { Document } from "../contracts/document.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { GenerateContext, Generator } from "../contracts/generator.ts";
import type { GenerateRecord, Task } from "../contracts/task.ts";
import { describeError } from "../errors.ts";
import type { RunStore } from "../io/run-store.ts";
import { runBounded } from "./bounded.ts";
import { retrySandbox, SandboxGaveUp } from "./retry-sandbox.ts";

export interface GenerateStageContext extends GenerateContext {
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
  const work = (document: Document) => generateOne(store, generator, document, context);
  for await (const event of runBounded(openDocuments(store), context.concurrency, work)) {
    if (event.type === "record-ungraded") ungraded++;
    yield event;
  }
  if (ungraded === 0) await store.tasks.seal(order);
  yield { type: "stage-finished", stage: "generate" };
}

async function generateOne(
  store: RunStore,
  generator: Generator,
  document: Document,
  context: GenerateStageContext,
): Promise<PipelineEvent> {
  context.signal.throwIfAborted();
  let record: GenerateRecord;
  try {
    record = await retrySandbox(() => generator.generate(document, context), context.signal);
  } catch (error) {
    if (!(error instanceof SandboxGaveUp)) throw error;
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

async function* openDocuments(store: RunStore): AsyncGenerator<Document> {
  for await (const entry of store.documents.records()) {
    const { state, document } = entry;
    if (state === "accepted" && document !== null && !store.tasks.has(document.id)) yield document;
  }
}

/** The verify stage: runs every task in the sandbox, reruns it, and records its tier with the reasons. */
import type { Environment, EnvironmentManager } from "../contracts/environment.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { VerifyRecord } from "../contracts/execution.ts";
import type { Limits, Program, Sandbox } from "../contracts/sandbox.ts";
import type { Task } from "../contracts/task.ts";
import { describeError } from "../errors.ts";
import type { RunStore } from "../io/run-store.ts";
import { findDuplicates } from "../audit/duplicates.ts";
import { runBounded } from "./bounded.ts";
import { type Preparation, prepareTasks } from "./prepare.ts";
import { retrySandbox, SandboxGaveUp } from "./retry-sandbox.ts";
import { runTasks } from "./rows.ts";
import { verifyTask } from "./verify-task.ts";

export interface VerifySettings {
  /** Extra runs with other hash seeds; what changes between them is flaky. */
  readonly reruns: number;
  readonly stubs: boolean;
  readonly limits: Limits;
}

/** How one task is verified. */
export interface VerifyPlan {
  readonly settings: VerifySettings;
  /** The task whose exact copy this one is; null when it is no copy. */
  readonly duplicateOf: string | null;
}

export interface VerifyContext {
  readonly sandbox: Sandbox;
  readonly environments: EnvironmentManager;
  readonly toProgram: (task: Task) => Program;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Fetches models and data before the first task; left out: none are. */
  readonly fetchAssets?: Preparation["fetchAssets"];
}

export async function* verifyStage(
  store: RunStore,
  settings: VerifySettings,
  context: VerifyContext,
): AsyncGenerator<PipelineEvent> {
  if (store.verdicts.sealed) {
    yield { type: "stage-skipped", stage: "verify", reason: "finished earlier" };
    return;
  }
  const order = await taskIds(store);
  const duplicates = await findDuplicates(runTasks(store));
  yield { type: "stage-started", stage: "verify", total: order.length, done: store.verdicts.size };
  yield* prepareTasks(runTasks(store), { ...context, fetchAssets: context.fetchAssets ?? null });
  let ungraded = 0;
  const work = (task: Task) =>
    verifyOne(store, task, { settings, duplicateOf: duplicates.get(task.id) ?? null }, context);
  for await (const event of runBounded(openTasks(store), context.concurrency, work)) {
    if (event.type === "record-ungraded") ungraded++;
    yield event;
  }
  // tasks that are still to come, from documents that a model could not be asked about, need their verdicts too
  if (ungraded === 0 && store.tasks.sealed) {
    if (!store.environments.sealed) await store.environments.seal([...store.environments.keys()].sort());
    await store.verdicts.seal(order);
  }
  yield { type: "stage-finished", stage: "verify" };
}

async function verifyOne(
  store: RunStore,
  task: Task,
  plan: VerifyPlan,
  context: VerifyContext,
): Promise<PipelineEvent> {
  context.signal.throwIfAborted();
  const started = performance.now();
  let record: VerifyRecord;
  try {
    record = await retrySandbox(async () => {
      const realised = await context.environments.resolve(task.requirements, context.signal);
      await rememberEnvironment(store, realised.environment);
      return verifyTask(task, realised, plan, context);
    }, context.signal);
  } catch (error) {
    if (!(error instanceof SandboxGaveUp)) throw error;
    return { type: "record-ungraded", stage: "verify", key: task.id, message: describeError(error) };
  }
  await store.verdicts.append(record);
  const durationMs = Math.round(performance.now() - started);
  return { type: "task-verified", taskId: task.id, tier: record.tier, outcome: record.outcome, durationMs };
}

async function rememberEnvironment(store: RunStore, environment: Environment): Promise<void> {
  if (!store.environments.sealed && !store.environments.has(environment.id)) {
    await store.environments.append(environment);
  }
}

async function* openTasks(store: RunStore): AsyncGenerator<Task> {
  for await (const task of runTasks(store)) if (!store.verdicts.has(task.id)) yield task;
}

async function taskIds(store: RunStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const task of runTasks(store)) ids.push(task.id);
  return ids;
}

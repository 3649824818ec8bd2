/** Lets an agent work on every sample that does not pass all of its cases. */
import type { RealisedEnvironment } from "../../contracts/environment.ts";
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import { type RepairedSample, type SampleRecord } from "../../contracts/evaluation.ts";
import type { PipelineEvent } from "../../contracts/events.ts";
import type { ModelSet } from "../../contracts/generator.ts";
import type { RepairAgent, RepairContext, RepairRequest, RunFeedback } from "../../contracts/repair.ts";
import { limitsSchema, type Sandbox } from "../../contracts/sandbox.ts";
import { describeError, ToolkitError } from "../../errors.ts";
import { isPassed } from "../../evaluate/sample-score.ts";
import type { Journal } from "../../io/journal.ts";
import { programFileName } from "../../evaluate/verify-job.ts";
import { runBounded } from "../bounded.ts";
import { repairRunner } from "../repair-runner.ts";
import { SandboxGaveUp } from "../retry-sandbox.ts";
import type { UnitContext } from "./grade-units.ts";

export interface RepairSettings {
  readonly agent: RepairAgent;
  readonly models: ModelSet;
  readonly sandbox: Sandbox;
  readonly tasks: ReadonlyMap<string, EvaluationTask>;
  /** Texts an agent may look things up in, by a task's cluster. */
  readonly documents: (task: EvaluationTask) => RepairRequest["documents"];
  /** Keys of the samples to look at, in order. */
  readonly samples: Iterable<string>;
  readonly rounds: number;
  readonly concurrency: number;
}

/**
 * Fills `repairs-<agent>.jsonl`; what could not be repaired for lack of model or sandbox stays open.
 * A script has no function to repair.
 */
export async function* repairSamples(
  context: UnitContext,
  settings: RepairSettings,
): AsyncGenerator<PipelineEvent> {
  const { agent, concurrency } = settings;
  const journal = await context.entry.repairs(agent.name);
  const failing = await failingKeys(context, settings);
  const scripts = [...settings.tasks.values()].filter(({ judge }) => judge.entry === "script").length;
  if (scripts > 0) {
    const message = `${agent.name} repairs functions: ${scripts} tasks that want a whole script stay as they are`;
    yield { type: "note", message };
  }
  yield { type: "stage-started", stage: "repairs", total: failing.length, done: 0 };
  const order = [...failing];
  const turns = new Turns();
  const work = (key: string) => repairOne(key, { journal, turns }, context, settings);
  for await (const event of runBounded(listed(failing), concurrency, work)) if (event !== null) yield event;
  const known = order.filter((key) => journal.has(key));
  const others = [...journal.keys()].filter((key) => !order.includes(key));
  await journal.seal([...known, ...others]);
  yield { type: "stage-finished", stage: "repairs" };
}

/** In the order of the inputs, so that nothing depends on which sample was graded first. */
async function failingKeys({ entry, store }: UnitContext, settings: RepairSettings): Promise<string[]> {
  const keys: string[] = [];
  for (const key of settings.samples) {
    const record = await entry.samples.get(key);
    const task = record === null ? undefined : settings.tasks.get(record.taskId);
    if (record === null || task === undefined || task.judge.entry === "script") continue;
    const verdict = record.verdict === null ? null : await store.verdicts.get(record.verdict);
    if (verdict === null || !verdict.cases.every(isPassed)) keys.push(key);
  }
  return keys;
}

async function repairOne(
  key: string,
  { journal, turns }: { readonly journal: Journal<RepairedSample>; readonly turns: Turns },
  context: UnitContext,
  settings: RepairSettings,
): Promise<PipelineEvent | null> {
  context.signal.throwIfAborted();
  const sample = await context.entry.samples.get(key);
  const task = sample === null ? undefined : settings.tasks.get(sample.taskId);
  if (sample === null || task === undefined) return null;
  const { taskId, index, contentHash } = sample;
  if (journal.has(key) && (await journal.get(key))?.contentHash === contentHash) return null;
  const { agent } = settings;
  try {
    const environment = await context.grader.environment(task);
    const tools = repairContext(task, environment, context, settings);
    const request = requestOf(task, sample, settings);
    const record = await turns.take(`${taskId}\n${request.code}`, () => agent.repair(request, tools));
    await journal.append({ taskId, index, contentHash, record });
    const { label } = context;
    return { type: "sample-repaired", label, agent: agent.name, taskId, index, state: record.state };
  } catch (error) {
    const stays =
      error instanceof ToolkitError && ["model-unavailable", "sandbox-failure"].includes(error.code);
    if (!stays && !(error instanceof SandboxGaveUp)) throw error;
    return { type: "record-ungraded", stage: "repairs", key, message: describeError(error) };
  }
}

/** Equal programs are repaired one after another: what the first one asked is then answered from the cache. */
class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(name, mine);
    return mine;
  }
}

function requestOf(task: EvaluationTask, sample: SampleRecord, { documents }: RepairSettings): RepairRequest {
  const { id, instruction, functionName, requirements } = task;
  const code = sample.program ?? "";
  return { id, instruction, code, functionName, requirements, documents: documents(task) };
}

function repairContext(
  task: EvaluationTask,
  environment: RealisedEnvironment,
  context: UnitContext,
  { models, rounds, sandbox }: RepairSettings,
): RepairContext {
  const { grader, signal } = context;
  const { judge, functionName } = task;
  const { inspect } = repairRunner({
    sandbox,
    environment,
    signal,
    functionName,
    fileName: programFileName(task.id),
    tests: judge.tests,
    testContext: judge.context,
    cases: judge.cases,
    limits: limitsSchema.parse({}),
  });
  return {
    models,
    rounds,
    signal,
    inspect,
    // through the grader: a program that was judged before is not run again
    async run(code): Promise<RunFeedback> {
      const { outcome, cause, cases } = await grader.grade(task, code);
      return { outcome, cause, cases, passed: cases.filter(isPassed).length, total: cases.length };
    },
  };
}

async function* listed<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

/** Makes a record of every unit of work: from a sample's text, or by asking the model, then by running the program. */
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import type { PromptStyle, SampleRecord, SampleReply } from "../../contracts/evaluation.ts";
import { sampleKey } from "../../contracts/evaluation.ts";
import type { PipelineEvent } from "../../contracts/events.ts";
import type { ModelSet } from "../../contracts/generator.ts";
import type { ModelReply, ModelRequest } from "../../contracts/model.ts";
import { describeError, ToolkitError } from "../../errors.ts";
import { type AnswerForm, programOfReply } from "../../evaluate/program-of-reply.ts";
import { type Questions, questionFor, trainedQuestion } from "../../evaluate/question.ts";
import { isPassed } from "../../evaluate/sample-score.ts";
import type { EvaluationEntry, EvaluationStore } from "../../io/evaluation-store.ts";
import type { Python } from "../../python/index.ts";
import { hashValue } from "../../util/hash.ts";
import { SandboxGaveUp } from "../retry-sandbox.ts";
import type { CandidateGrader } from "./candidate-grader.ts";
import type { FileUnit, ModelUnit } from "./sample-units.ts";

export interface UnitContext {
  readonly label: string;
  readonly store: EvaluationStore;
  readonly entry: EvaluationEntry;
  readonly grader: CandidateGrader;
  readonly python: Python;
  readonly signal: AbortSignal;
  /** Milliseconds that only go up: for the log of times. */
  readonly now: () => number;
}

/** The model asked, and how. */
export interface Asked {
  readonly models: ModelSet;
  readonly style: PromptStyle;
  readonly questions: Questions | null;
}

/** Grades a sample of a file; null when the same sample was graded before. */
export async function gradeFileUnit(unit: FileUnit, context: UnitContext): Promise<PipelineEvent | null> {
  const { task, index, text, form } = unit;
  return gradeUnit({ task, index }, context, {
    question: { text, form },
    answer: async () => ({ text, form, reply: null }),
  });
}

/** Asks for a sample and grades it; null when that was done before. */
export async function gradeModelUnit(
  unit: ModelUnit,
  context: UnitContext,
  asked: Asked,
): Promise<PipelineEvent | null> {
  const { models, style, questions } = asked;
  const { prompts, sampling } = models;
  const how = { prompts, sampling, sampleIndex: unit.index };
  const request = trainedQuestion(unit.task, questions, how) ?? questionFor(unit.task, style, how);
  return gradeUnit(unit, context, {
    question: request,
    answer: async () => {
      const reply = await ask(request, context, asked);
      return { text: reply.text, form: "reply", reply: replyRecord(reply, request) };
    },
  });
}

interface Answered {
  readonly text: string;
  readonly form: AnswerForm;
  readonly reply: SampleReply | null;
}

async function gradeUnit(
  { task, index }: ModelUnit,
  context: UnitContext,
  work: { readonly question: unknown; readonly answer: () => Promise<Answered> },
): Promise<PipelineEvent | null> {
  const { entry, grader, label, signal } = context;
  signal.throwIfAborted();
  const key = sampleKey({ taskId: task.id, index });
  try {
    const contentHash = hashValue([work.question, await grader.judgeHash(task)]);
    if (entry.samples.has(key) && (await entry.samples.get(key))?.contentHash === contentHash) return null;
    const answered = await work.answer();
    const { record, passed } = await recordOf(task, index, answered, { ...context, contentHash });
    await entry.samples.append(record);
    return { type: "sample-graded", label, taskId: task.id, index, passed };
  } catch (error) {
    const unavailable = error instanceof ToolkitError && error.code === "model-unavailable";
    if (!unavailable && !(error instanceof SandboxGaveUp)) throw error;
    return { type: "record-ungraded", stage: "samples", key, message: describeError(error) };
  }
}

async function recordOf(
  task: EvaluationTask,
  index: number,
  { text, form, reply }: Answered,
  { grader, python, contentHash }: UnitContext & { readonly contentHash: string },
): Promise<{ record: SampleRecord; passed: "all" | "some" | "none" | "no-program" }> {
  const found = text.trim() === "" ? null : programOfReply(text, form, task, python);
  const base = { taskId: task.id, index, contentHash, reply };
  if (found === null) {
    return { record: { ...base, program: null, code: null, verdict: null }, passed: "no-program" };
  }
  const { program, code } = found;
  const { key, cases } = await grader.grade(task, program);
  const count = cases.filter(isPassed).length;
  const passed = count === cases.length ? "all" : count > 0 ? "some" : "none";
  return { record: { ...base, program, code, verdict: key }, passed };
}

/**
 * A request that the server rejects (too long for the model, say) is an answer without a program.
 * @throws ToolkitError `model-unavailable` when no answer came in time: that says nothing about the model.
 */
async function ask(request: ModelRequest, context: UnitContext, { models }: Asked): Promise<ModelReply> {
  const started = context.now();
  try {
    const reply = await models.for("writer").complete(request, context.signal);
    if (reply.outcome === "timed-out") throw notInTime(reply);
    return reply;
  } catch (error) {
    if (!(error instanceof ToolkitError) || error.code !== "input-invalid") throw error;
    const usage = { promptTokens: 0, completionTokens: 0, cachedTokens: 0 };
    const nothing = {
      text: "",
      fields: null,
      finishReason: null,
      usage,
      calls: 0,
      costUsd: 0,
      fromCache: false,
    };
    return { ...nothing, outcome: "empty", detail: error.message, model: models.for("writer").name };
  } finally {
    await context.store.noteTime(context.label, { modelSeconds: (context.now() - started) / 1_000 });
  }
}

function notInTime({ detail }: ModelReply): ToolkitError {
  return new ToolkitError("model-unavailable", detail ?? "no answer in time", {
    hint: "Start the same command again; `model.timeoutSeconds` and `model.concurrency` are in codergen.yaml.",
    retryable: true,
  });
}

function replyRecord(reply: ModelReply, { promptId, promptHash }: ModelRequest): SampleReply {
  const { outcome, detail, text, model, usage, calls, costUsd, fromCache } = reply;
  return { outcome, detail, text, model, promptId, promptHash, usage, calls, costUsd, fromCache };
}

/** Asks the repairer for one piece and keeps the answer as an attempt, whatever became of it. */
import type { Attempt } from "../contracts/attempt.ts";
import type { JsonValue } from "../contracts/json.ts";
import type { ChatMessage, ModelReply, ModelRequest } from "../contracts/model.ts";
import type { RepairContext } from "../contracts/repair.ts";
import { describeError, ToolkitError } from "../errors.ts";
import { attemptOf } from "../model/attempt-of.ts";
import { noUsage } from "../model/price.ts";
import { renderPrompt } from "../prompt/render-prompt.ts";

export interface RepairQuestion {
  /** "repair/suggest", … */
  readonly promptId: string;
  readonly piece: string;
  readonly round: number;
  readonly values: Readonly<Record<string, string>>;
  /** The exchange so far, after the prompt's own messages. */
  readonly history?: readonly ChatMessage[];
  /** What the model is told about the program before this one. */
  readonly feedback: string;
  /** Tells apart equal questions. */
  readonly sampleIndex: number;
}

export interface RepairAnswer {
  /** Null when the answer is not complete. */
  readonly fields: Readonly<Record<string, JsonValue>> | null;
  readonly text: string;
  readonly attempt: Attempt;
}

/** @throws ToolkitError `budget-exhausted`, `model-unavailable`, `unauthorized`: the request stays open. */
export async function askRepairer(
  { models, signal }: RepairContext,
  question: RepairQuestion,
): Promise<RepairAnswer> {
  const { promptId, piece, round, values, history = [], feedback, sampleIndex } = question;
  const prompt = models.prompts.get(promptId);
  const model = models.for("repairer");
  const request: ModelRequest = {
    promptId: prompt.versionedId,
    promptHash: prompt.hash,
    messages: [...renderPrompt(prompt, values), ...history],
    format: prompt.output,
    sampling: models.sampling,
    sampleIndex,
  };
  const reply = await model.complete(request, signal).catch((error: unknown) => rejected(error, model.name));
  const { fields, text } = reply;
  const { promptHash } = request;
  const asked = {
    role: "repairer",
    piece,
    round,
    promptId: prompt.versionedId,
    promptHash,
    feedback,
  } as const;
  const attempt = attemptOf(reply, asked);
  return { fields, text, attempt };
}

/** A question that the server will not take, too long for the model for instance, is an answer that cannot be used. */
function rejected(error: unknown, model: string): ModelReply {
  if (!(error instanceof ToolkitError) || error.code !== "input-invalid") throw error;
  const nothing = { text: "", fields: null, finishReason: null, usage: noUsage, calls: 0, costUsd: null };
  return { ...nothing, outcome: "malformed", detail: describeError(error), model, fromCache: false };
}

/** Text of a field: lists become lines. */
export function fieldText(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((item) => fieldText(item)).join("\n");
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** Items of a field, whether they came as a list or as lines with dashes or numbers. */
export function fieldItems(value: JsonValue | undefined): string[] {
  return fieldText(value)
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())
    .filter((line) => line !== "");
}

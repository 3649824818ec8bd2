/**
 * Tokens and cost of planned calls. Low: every question once, short answers, no feedback. High: every round of
 * feedback, long answers, one call in ten repeated, and a tokeniser that counts more than ours.
 */
import replySizes from "../../data/reply-sizes.json" with { type: "json" };
import type { EstimateLine, Interval } from "../contracts/estimate.ts";
import type { PlannedCall } from "../contracts/generator.ts";
import type { Prompt } from "../contracts/prompt.ts";
import { costOf, type Price } from "./price.ts";

const TOKENISER = { low: 0.8, high: 1.25 };
const REPEATED = 1.1;

export interface PlannedPrompt extends PlannedCall {
  readonly prompt: Prompt;
}

export interface EstimateInput {
  readonly model: string;
  readonly price: Price | null;
  readonly calls: readonly PlannedPrompt[];
  /** Tokens of the page of each document. */
  readonly pageTokens: readonly number[];
  /** Most tokens of one answer. */
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

/** What a model's calls for all documents take. */
export function estimateCalls(input: EstimateInput): EstimateLine {
  const { model, price, calls, pageTokens } = input;
  const documents = pageTokens.length;
  const pages = pageTokens.reduce((sum, tokens) => sum + tokens, 0);
  const total = { calls: { low: 0, high: 0 }, prompt: { low: 0, high: 0 }, completion: { low: 0, high: 0 } };
  for (const call of calls) {
    const own = promptTokens(call.prompt, input.countTokens);
    const page = call.prompt.inputs["page"] === undefined ? 0 : pages;
    const answer = answerTokens(call.prompt, input.maxTokens);
    const most = call.most * REPEATED;
    add(total.calls, call.least * documents, most * documents);
    add(
      total.prompt,
      call.least * TOKENISER.low * (own.low * documents + page),
      most * TOKENISER.high * (own.high * documents + page),
    );
    add(total.completion, call.least * answer.low * documents, most * answer.high * documents);
  }
  const costUsd = price === null ? null : costInterval(total.prompt, total.completion, price);
  return {
    model,
    calls: rounded(total.calls),
    promptTokens: rounded(total.prompt),
    completionTokens: rounded(total.completion),
    costUsd,
  };
}

/** The prompt's own text and schema, and what pieces of the task usually take in it; the page is left out. */
function promptTokens(
  { system, user, inputs, output }: Prompt,
  countTokens: (text: string) => number,
): Interval {
  const own = countTokens(`${system}\n${user}\n${JSON.stringify(output)}`);
  const tokens = { low: own, high: own };
  const sizes: Readonly<Record<string, readonly number[]>> = replySizes.inputs;
  for (const name of Object.keys(inputs)) {
    const [low = 0, high = 0] = sizes[name] ?? [];
    add(tokens, low, high);
  }
  return tokens;
}

function answerTokens({ id }: Prompt, maxTokens: number): Interval {
  const sizes: Readonly<Record<string, readonly number[]>> = replySizes.answers;
  const [low = 10, high = maxTokens] = sizes[id] ?? [];
  return { low: Math.min(low, maxTokens), high: Math.min(high, maxTokens) };
}

function costInterval(prompt: Interval, completion: Interval, price: Price): Interval {
  const cost = (promptTokens: number, completionTokens: number, cachedTokens: number): number =>
    costOf({ promptTokens, completionTokens, cachedTokens }, price);
  return { low: cost(prompt.low, completion.low, prompt.low), high: cost(prompt.high, completion.high, 0) };
}

function add(interval: Interval, low: number, high: number): void {
  interval.low += low;
  interval.high += high;
}

function rounded({ low, high }: Interval): Interval {
  return { low: Math.floor(low), high: Math.ceil(high) };
}

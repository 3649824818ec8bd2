/**
 * The model port with its policy: cache, budget, scheduling, and what to do about answers that are not complete.
 *
 * truncated: again with twice the room, up to a ceiling. malformed: again with the problem pointed out. empty and
 * timed out: once more. refused and filtered: taken as they are, asking again would only cost.
 */
import type { ChatMessage, Model, ModelReply, ModelRequest, Usage } from "../contracts/model.ts";
import type { Budget } from "./budget.ts";
import {
  type CallAnswer,
  type CallRequest,
  CallTimedOut,
  FormatUnsupported,
  type ModelServer,
  type Protocol,
} from "./model-call.ts";
import { type Classified, classifyAnswer } from "./outcome.ts";
import { addUsage, costOf, noUsage, type Price } from "./price.ts";
import { cacheKey, type ReplyCache } from "./reply-cache.ts";
import type { AdaptiveScheduler } from "./scheduler.ts";

export interface AskOptions {
  readonly server: ModelServer;
  readonly model: string;
  readonly price: Price | null;
  readonly budget: Budget;
  readonly scheduler: AdaptiveScheduler;
  readonly cache: ReplyCache;
  /** What the server can do, best first; falls to the next one when it turns out otherwise. */
  readonly protocols: readonly Protocol[];
  /** Most tokens of one answer when a truncated one is asked again. */
  readonly maxTokensCeiling: number;
  /** Repetitions of malformed, empty or timed-out answers. */
  readonly maxRepeats: number;
  /** Tokens of a text, for the highest cost of a call. */
  readonly countTokens: (text: string) => number;
}

/** One answer with what it took. */
interface Attempt {
  readonly classified: Classified;
  readonly answer: CallAnswer | null;
  readonly fromCache: boolean;
}

export function createModel(options: AskOptions): Model {
  const state = { protocols: [...options.protocols] };
  return { name: options.model, complete: (request, signal) => complete(options, state, request, signal) };
}

/** What all calls of one reply took. */
interface Tally {
  usage: Usage;
  calls: number;
  costUsd: number | null;
}

interface ProtocolState {
  protocols: Protocol[];
}

async function complete(
  options: AskOptions,
  state: ProtocolState,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  const tally: Tally = { usage: noUsage, calls: 0, costUsd: options.price === null ? null : 0 };
  let messages: readonly ChatMessage[] = request.messages;
  let { maxTokens } = request.sampling;
  let repeats = 0;
  for (;;) {
    const sampling = { ...request.sampling, maxTokens };
    const attempt = await attemptCall(
      options,
      state,
      { ...request, messages: [...messages], sampling },
      signal,
    );
    book(tally, attempt, options.price);
    const { outcome } = attempt.classified;
    const more = Math.min(maxTokens * 2, options.maxTokensCeiling);
    if (outcome === "truncated" && more > maxTokens) maxTokens = more;
    else if (outcome === "malformed" && repeats++ < options.maxRepeats) {
      messages = [...request.messages, ...correction(attempt.classified)];
    } else if (!((outcome === "empty" || outcome === "timed-out") && repeats++ < options.maxRepeats)) {
      return replyOf(attempt, tally, options.model);
    }
  }
}

function replyOf(
  { classified, answer, fromCache }: Attempt,
  tally: Tally,
  model: string,
): ModelReply {
  const finishReason = answer?.answer.finishReason ?? null;
  return { ...classified, ...tally, model: answer?.model ?? model, finishReason, fromCache };
}

/** Shows the model its answer and what is wrong with it. */
function correction({ text, detail }: Classified): ChatMessage[] {
  return [
    { role: "assistant", content: text },
    {
      role: "user",
      content: `This answer cannot be used: ${detail}. Give the whole answer again in the form that was asked for.`,
    },
  ];
}

async function attemptCall(
  options: AskOptions,
  state: ProtocolState,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Attempt> {
  for (;;) {
    const protocol = state.protocols[0] ?? "tags";
    const { messages, format, sampling, sampleIndex } = request;
    const call: CallRequest = { model: options.model, messages, format, protocol, sampling };
    const classify = ({ answer }: CallAnswer) =>
      classifyAnswer(answer, { format, protocol, maxTokens: sampling.maxTokens });
    const key = cacheKey(options.server.address, call, sampleIndex);
    const cached = await options.cache.get(key);
    if (cached !== null) return { classified: classify(cached), answer: cached, fromCache: true };
    try {
      const answer = await paidCall(options, call, signal);
      const classified = classify(answer);
      if (classified.outcome === "complete") await options.cache.put(key, answer);
      return { classified, answer, fromCache: false };
    } catch (error) {
      if (error instanceof CallTimedOut)
        return { classified: timedOut(error), answer: null, fromCache: false };
      if (!(error instanceof FormatUnsupported) || protocol === "tags") throw error;
      state.protocols = state.protocols.filter((other) => other !== protocol);
    }
  }
}

async function paidCall(options: AskOptions, call: CallRequest, signal: AbortSignal): Promise<CallAnswer> {
  return await options.scheduler.run(async () => {
    const reservation = options.budget.reserve(highestCost(options, call));
    let costUsd = 0;
    try {
      const answer = await options.server.call(call, signal);
      costUsd = options.price === null ? 0 : costOf(answer.usage, options.price);
      return answer;
    } finally {
      reservation.settle(costUsd);
    }
  }, signal);
}

function highestCost({ price, countTokens }: AskOptions, call: CallRequest): number | null {
  if (price === null) return null;
  const text = call.messages.map(({ content }) => content).join("\n") + JSON.stringify(call.format);
  const promptTokens = Math.ceil(countTokens(text) * 1.1) + 50;
  return costOf({ promptTokens, completionTokens: call.sampling.maxTokens, cachedTokens: 0 }, price);
}

function timedOut(error: CallTimedOut): Classified {
  return { outcome: "timed-out", text: "", fields: null, detail: error.message };
}

function book(
  tally: Tally,
  { answer, fromCache }: Attempt,
  price: Price | null,
): void {
  if (fromCache) return;
  tally.calls++;
  if (answer === null) return;
  tally.usage = addUsage(tally.usage, answer.usage);
  if (price !== null && tally.costUsd !== null) tally.costUsd += costOf(answer.usage, price);
}

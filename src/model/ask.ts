/**
 * The model port with its policy: cache, budget, scheduling, and what to do about answers that are not complete.
 *
 * truncated: again with twice the room, up to a ceiling. malformed: again with the problem pointed out. empty and
 * timed out: once more. refused and filtered: taken as they are, asking again would only cost.
 */
import { setMaxListeners } from "node:events";
import type { ChatMessage, Model, ModelReply, ModelRequest, Usage } from "../contracts/model.ts";
import { ToolkitError } from "../errors.ts";
import type { Budget } from "./budget.ts";
import {
  type CallAnswer,
  type CallRequest,
  CallTimedOut,
  FormatUnsupported,
  type ModelServer,
  type Protocol,
} from "./model-call.ts";
import type { Ledger } from "./ledger.ts";
import { type Classified, classifyAnswer } from "./outcome.ts";
import { probeProtocol } from "./probe.ts";
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
  readonly ledger: Ledger;
  /** How formatted answers may be asked for, best first; with several, the server is asked what it can do. */
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
  /** True when nobody paid for it in this run. */
  readonly fromCache: boolean;
}

export function createModel(options: AskOptions): Model {
  const state: ProtocolState = { found: null };
  return {
    name: options.model,
    complete(request, signal) {
      setMaxListeners(0, signal); // all calls of a run wait on one signal, which is no leak
      return complete(options, state, request, signal);
    },
  };
}

/** What all calls of one reply took. */
interface Tally {
  usage: Usage;
  calls: number;
  costUsd: number | null;
}

/** The answer to what the server can do, once somebody asked. */
interface ProtocolState {
  found: Promise<Protocol> | null;
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

function replyOf({ classified, answer, fromCache }: Attempt, tally: Tally, model: string): ModelReply {
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
  const { messages, format, sampling, sampleIndex, promptId } = request;
  const protocol = format === null ? "tags" : await protocolOf(options, state, signal);
  const call: CallRequest = { model: options.model, messages, format, protocol, sampling };
  const classify = ({ answer }: CallAnswer) =>
    classifyAnswer(answer, { format, protocol, maxTokens: sampling.maxTokens });
  const key = cacheKey(options.server.address, call, sampleIndex);
  const cached = await options.cache.get(key);
  if (cached !== null) {
    const fromCache = options.ledger.earlier(key) === null; // paid before a kill: it belongs to this run
    return { classified: classify(cached), answer: cached, fromCache };
  }
  try {
    const answer = await paidCall(options, call, { key, promptId }, signal);
    const classified = classify(answer);
    if (classified.outcome === "complete") await options.cache.put(key, answer);
    return { classified, answer, fromCache: false };
  } catch (error) {
    if (error instanceof FormatUnsupported) throw error.cause;
    if (!(error instanceof CallTimedOut)) throw error;
    return { classified: timedOut(error), answer: null, fromCache: false };
  }
}

/** Asked once for all calls; an attempt that fails is not remembered. */
async function protocolOf(options: AskOptions, state: ProtocolState, signal: AbortSignal): Promise<Protocol> {
  state.found ??= probeProtocol({
    address: options.server.address,
    model: options.model,
    cache: options.cache,
    protocols: options.protocols,
    call: (request) => paidCall(options, request, { key: "probe", promptId: "probe" }, signal),
  });
  try {
    return await state.found;
  } catch (error) {
    state.found = null;
    if (!(error instanceof CallTimedOut)) throw error;
    throw new ToolkitError("model-unavailable", `no answer to a first small question: ${error.message}`, {
      hint: "Everything finished is kept; start the same command again when the server answers.",
      retryable: true,
      cause: error,
    });
  }
}

/** What a call is noted under. */
interface CallName {
  readonly key: string;
  readonly promptId: string;
}

async function paidCall(
  options: AskOptions,
  call: CallRequest,
  name: CallName,
  signal: AbortSignal,
): Promise<CallAnswer> {
  const { price, ledger } = options;
  const promptTokens = highestPromptTokens(options, call);
  const most = { promptTokens, completionTokens: call.sampling.maxTokens, cachedTokens: 0 };
  const ask = async (): Promise<CallAnswer> => {
    const reservation = await options.budget.reserve(price === null ? null : costOf(most, price));
    let costUsd: number | null = price === null ? null : 0;
    try {
      const answer = await options.server.call(call, signal, name.key);
      if (price !== null) costUsd = costOf(answer.usage, price);
      const { format, protocol, sampling } = call;
      const { outcome } = classifyAnswer(answer.answer, { format, protocol, maxTokens: sampling.maxTokens });
      await ledger.note({ ...name, model: answer.model, outcome, usage: answer.usage, costUsd });
      return answer;
    } finally {
      reservation.settle(costUsd ?? 0);
    }
  };
  return await options.scheduler.run(ask, signal, {
    most: most.promptTokens + most.completionTokens,
    used: ({ usage }) => usage.promptTokens + usage.completionTokens,
  });
}

function highestPromptTokens({ countTokens }: AskOptions, { messages, format }: CallRequest): number {
  const text = messages.map(({ content }) => content).join("\n") + JSON.stringify(format);
  return Math.ceil(countTokens(text) * 1.1) + 50;
}

function timedOut(error: CallTimedOut): Classified {
  return { outcome: "timed-out", text: "", fields: null, detail: error.message };
}

function book(tally: Tally, { answer, fromCache }: Attempt, price: Price | null): void {
  if (fromCache) return;
  tally.calls++;
  if (answer === null) return;
  tally.usage = addUsage(tally.usage, answer.usage);
  if (price !== null && tally.costUsd !== null) tally.costUsd += costOf(answer.usage, price);
}

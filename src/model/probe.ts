/**
 * What a server can do, found by asking once: many take the parameters of function calls and answer prose all the
 * same. The decision is kept in the cache, so it is asked once a server and model, and a recording holds it too.
 */
import { hashValue } from "../util/hash.ts";
import type { ReplyFormat } from "../contracts/model.ts";
import type { CallAnswer, CallRequest, Protocol } from "./model-call.ts";
import { FormatUnsupported } from "./model-call.ts";
import { classifyAnswer } from "./outcome.ts";
import type { ReplyCache } from "./reply-cache.ts";

const WORD = "lighthouse";

const format: ReplyFormat = {
  name: "report_word",
  description: "Reports the word that was given.",
  schema: {
    type: "object",
    properties: { word: { type: "string", description: "the word, nothing else" } },
    required: ["word"],
    additionalProperties: false,
  },
};

export interface ProbeOptions {
  readonly address: string;
  readonly model: string;
  readonly cache: ReplyCache;
  /** Candidates, best first; the last one is taken without asking. */
  readonly protocols: readonly Protocol[];
  readonly call: (request: CallRequest) => Promise<CallAnswer>;
}

/**
 * The first protocol in which the server gives the answer that was asked for.
 * @throws What the call throws, a rejected form excepted.
 */
export async function probeProtocol(options: ProbeOptions): Promise<Protocol> {
  const { address, model, cache, protocols } = options;
  const key = hashValue({ version: 1, probe: format, address, model, protocols });
  const known = (await cache.get(key))?.answer.content;
  const found = protocols.find((protocol) => protocol === known);
  if (found !== undefined) return found;
  const decided = await decide(options);
  await cache.put(key, decision(decided, model));
  return decided;
}

async function decide({ model, protocols, call }: ProbeOptions): Promise<Protocol> {
  const last = protocols.at(-1) ?? "tags";
  for (const protocol of protocols.slice(0, -1)) {
    const request = probeRequest(model, protocol);
    try {
      const { answer } = await call(request);
      const { outcome } = classifyAnswer(answer, {
        format,
        protocol,
        maxTokens: request.sampling.maxTokens,
      });
      if (outcome === "complete" && (protocol !== "call" || answer.callArguments !== null)) return protocol;
    } catch (error) {
      if (!(error instanceof FormatUnsupported)) throw error;
    }
  }
  return last;
}

function probeRequest(model: string, protocol: Protocol): CallRequest {
  return {
    model,
    messages: [
      { role: "system", content: "You do what you are asked, and nothing else." },
      { role: "user", content: `The word is "${WORD}". Report it.` },
    ],
    format,
    protocol,
    sampling: { temperature: null, topP: null, maxTokens: 256, seed: null },
  };
}

/** A decision in the form that the cache keeps. */
function decision(protocol: Protocol, model: string): CallAnswer {
  const nothing = { refusal: null, callArguments: null, finishReason: "stop", completionTokens: 0 };
  const usage = { promptTokens: 0, completionTokens: 0, cachedTokens: 0 };
  return { answer: { content: protocol, ...nothing }, usage, model };
}

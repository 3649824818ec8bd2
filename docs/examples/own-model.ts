/** A model adapter of your own: one exchange with a service, put into the words of the model layer. */
import { replyCacheFolder } from "../../src/io/reply-cache-folder.ts";
import { createModel } from "../../src/model/ask.ts";
import { Budget } from "../../src/model/budget.ts";
import { countCautiously } from "../../src/model/count-tokens.ts";
import { memoryLedger } from "../../src/model/ledger.ts";
import { type CallAnswer, CallTimedOut, type ModelServer } from "../../src/model/model-call.ts";
import { AdaptiveScheduler, Interrupted, Throttled } from "../../src/model/scheduler.ts";
import { protocolInstruction } from "../../src/model/text-protocol.ts";
import type { Model } from "../../src/contracts/model.ts";

/** A service that takes a prompt as text and gives text back. */
export function textService(address: string): ModelServer {
  return {
    address,
    async call({ model, messages, format, sampling }, signal): Promise<CallAnswer> {
      const parts = messages.map(({ content }) => content);
      if (format !== null) parts.push(protocolInstruction(format));
      const response = await fetch(address, {
        method: "POST",
        body: JSON.stringify({ prompt: parts.join("\n\n"), limit: sampling.maxTokens }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof DOMException
          ? new CallTimedOut("no answer in 60 s")
          : new Interrupted("the connection failed");
      });
      if (response.status === 429) throw new Throttled(null);
      if (!response.ok) throw new Interrupted(`the service answered ${response.status}`);
      const { text, cut, used } = (await response.json()) as { text: string; cut: boolean; used: number };
      return {
        answer: {
          content: text,
          refusal: null,
          callArguments: null,
          finishReason: cut ? "length" : "stop",
          completionTokens: used,
        },
        usage: { promptTokens: 0, completionTokens: used, cachedTokens: 0 },
        model,
      };
    },
  };
}

/** The port around it: cache, budget, scheduling and outcomes are there already. */
export function textModel(address: string, cacheDir: string): Model {
  return createModel({
    server: textService(address),
    model: "text-service",
    price: null,
    budget: new Budget(null),
    ledger: memoryLedger(),
    scheduler: new AdaptiveScheduler({
      maxConcurrency: 8,
      now: () => performance.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: Math.random,
    }),
    cache: replyCacheFolder(cacheDir),
    protocols: ["tags"],
    maxTokensCeiling: 4_096,
    maxRepeats: 2,
    countTokens: countCautiously,
  });
}

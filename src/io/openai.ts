/**
 * Model server over the OpenAI chat API: OpenAI, Azure, and every compatible base URL (vLLM, llama.cpp, Ollama, LM
 * Studio, TGI). The SDK's own retries are off: scheduling is done once, for all calls, in `src/model/`.
 */
import OpenAI, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AzureOpenAI,
} from "openai";
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
} from "openai/resources/chat/completions";
import { ToolkitError } from "../errors.ts";
import {
  type CallAnswer,
  type CallRequest,
  CallTimedOut,
  FormatUnsupported,
  type ModelServer,
} from "../model/model-call.ts";
import { Interrupted, Throttled } from "../model/scheduler.ts";
import { protocolInstruction } from "../model/text-protocol.ts";
import { askedDelayMs } from "./retry-delay.ts";

export interface OpenAiOptions {
  /** E.g. "http://127.0.0.1:8080/v1"; null for OpenAI itself. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** Azure's API version; given, `baseUrl` is the resource's endpoint. */
  readonly azureApiVersion: string | null;
  /** Longest time of one call, ms. */
  readonly timeoutMs: number;
}

/**
 * @throws ToolkitError `unauthorized` when OpenAI or Azure is asked without a key.
 */
export function createOpenAiServer(options: OpenAiOptions): ModelServer {
  const client = createClient(options);
  return {
    address: client.baseURL,
    async call(request, signal) {
      try {
        const completion = await client.chat.completions.create(parametersOf(request), {
          signal: AbortSignal.any([signal]), // one of its own: the SDK leaves its listener on it
        });
        return answerOf(completion);
      } catch (error) {
        if (error instanceof APIError && error.code === "content_filter")
          return filteredAnswer(request.model);
        throw translateError(error, request);
      }
    },
  };
}

function createClient({ baseUrl, apiKey, azureApiVersion, timeoutMs }: OpenAiOptions): OpenAI {
  const shared = { timeout: timeoutMs, maxRetries: 0 };
  if (apiKey === null && (baseUrl === null || azureApiVersion !== null)) {
    throw new ToolkitError("unauthorized", "no key for the model's API", {
      hint: "Set OPENAI_API_KEY (Azure: AZURE_OPENAI_API_KEY), or name a local server with --base-url.",
    });
  }
  if (azureApiVersion !== null) {
    return new AzureOpenAI({
      ...shared,
      endpoint: baseUrl ?? "",
      apiKey: apiKey ?? "",
      apiVersion: azureApiVersion,
    });
  }
  return new OpenAI({ ...shared, baseURL: baseUrl, apiKey: apiKey ?? "none" });
}

function parametersOf({
  model,
  messages,
  format,
  protocol,
  sampling,
}: CallRequest): ChatCompletionCreateParamsNonStreaming {
  const base: ChatCompletionCreateParamsNonStreaming = {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    temperature: sampling.temperature,
    top_p: sampling.topP,
    max_tokens: sampling.maxTokens,
    ...(sampling.seed === null ? {} : { seed: sampling.seed }),
  };
  if (format === null) return base;
  const { name, description, schema } = format;
  switch (protocol) {
    case "call":
      return {
        ...base,
        tools: [{ type: "function", function: { name, description, parameters: schema } }],
        tool_choice: { type: "function", function: { name } },
      };
    case "json":
      return {
        ...base,
        response_format: { type: "json_schema", json_schema: { name, schema, strict: true } },
      };
    case "tags":
      return { ...base, messages: withInstruction(base.messages, protocolInstruction(format)) };
  }
}

/** The last message says how to answer: small models forget what stands far above. */
function withInstruction(
  messages: ChatCompletionCreateParamsNonStreaming["messages"],
  instruction: string,
): ChatCompletionCreateParamsNonStreaming["messages"] {
  const last = messages.at(-1);
  if (last === undefined || typeof last.content !== "string") return messages;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${instruction}` }];
}

function answerOf(completion: ChatCompletion): CallAnswer {
  const choice = completion.choices?.[0];
  const message = choice?.message;
  const call = message?.tool_calls?.find((candidate) => candidate.type === "function");
  const usage = completion.usage;
  return {
    answer: {
      content: message?.content ?? null,
      refusal: message?.refusal ?? null,
      callArguments: call?.function.arguments ?? null,
      finishReason: choice?.finish_reason ?? null,
      completionTokens: usage?.completion_tokens ?? 0,
    },
    usage: {
      promptTokens: usage?.prompt_tokens ?? 0,
      completionTokens: usage?.completion_tokens ?? 0,
      cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    },
    model: completion.model,
  };
}

/** Azure rejects a filtered prompt with status 400 instead of a finish reason. */
function filteredAnswer(model: string): CallAnswer {
  return {
    answer: {
      content: null,
      refusal: null,
      callArguments: null,
      finishReason: "content_filter",
      completionTokens: 0,
    },
    usage: { promptTokens: 0, completionTokens: 0, cachedTokens: 0 },
    model,
  };
}

function translateError(error: unknown, request: CallRequest): unknown {
  if (error instanceof APIUserAbortError) return new DOMException("aborted", "AbortError");
  if (error instanceof APIConnectionTimeoutError) return new CallTimedOut("no answer in time");
  if (error instanceof APIConnectionError) return new Interrupted(`connection failed: ${error.message}`);
  if (!(error instanceof APIError)) {
    // a connection cut in the middle of an answer reaches us as a bare TypeError or SyntaxError
    return error instanceof TypeError || error instanceof SyntaxError
      ? new Interrupted(error.message)
      : error;
  }
  const status = error.status ?? 0;
  if (status === 429) return throttled(error);
  if (status >= 500 || status === 408 || status === 409)
    return new Interrupted(`the server answered ${status}`);
  if (status === 401 || status === 403) {
    return new ToolkitError("unauthorized", `the model's API refused the key: ${error.message}`, {
      hint: "Check OPENAI_API_KEY and the base URL.",
      cause: error,
    });
  }
  if (status === 404) {
    return new ToolkitError("usage", `the server has no model "${request.model}": ${error.message}`, {
      hint: "Check --model and --base-url; most servers list theirs at <base-url>/models.",
      cause: error,
    });
  }
  if (request.format !== null && request.protocol !== "tags" && status >= 400)
    return new FormatUnsupported(error.message);
  return new ToolkitError(
    "input-invalid",
    `the model's API rejected the request (${status}): ${error.message}`,
    {
      hint: "A prompt longer than the model's context is the usual reason.",
      cause: error,
    },
  );
}

/** A used-up quota does not come back by waiting. */
function throttled(error: APIError): unknown {
  if (error.code === "insufficient_quota") {
    return new ToolkitError("budget-exhausted", "the account's quota at the provider is used up", {
      hint: "Everything finished is kept; raise the quota and start again.",
      cause: error,
    });
  }
  return new Throttled(askedDelayMs(Object.fromEntries(error.headers ?? []), Date.now()));
}

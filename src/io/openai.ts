/**
 * Model server over the OpenAI chat API: OpenAI, Azure, and every compatible base URL (vLLM, llama.cpp, Ollama, LM
 * Studio, TGI). The SDK's own retries are off: scheduling is done once, for all calls, in `src/model/`.
 */
import OpenAI, { APIError, AzureOpenAI } from "openai";
import { ToolkitError } from "../errors.ts";
import type { CallAnswer, CallRequest, ModelServer } from "../model/model-call.ts";
import { answerOf, chatBody, filteredAnswer } from "./openai-chat.ts";
import { translateError } from "./openai-errors.ts";

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
  const limitName: LimitName = { completionTokens: false };
  return { address: client.baseURL, call: (request, signal) => ask(client, limitName, request, signal) };
}

/** Newer models call the limit on tokens by another name, and reject the old one. */
interface LimitName {
  completionTokens: boolean;
}

async function ask(
  client: OpenAI,
  limitName: LimitName,
  request: CallRequest,
  signal: AbortSignal,
): Promise<CallAnswer> {
  const body = chatBody(request);
  const { max_tokens: limit, ...rest } = body;
  try {
    const completion = await client.chat.completions.create(
      limitName.completionTokens ? { ...rest, max_completion_tokens: limit ?? null } : body,
      { signal: AbortSignal.any([signal]) }, // one of its own: the SDK leaves its listener on it
    );
    return answerOf(completion);
  } catch (error) {
    if (error instanceof APIError && error.code === "content_filter") return filteredAnswer(request.model);
    if (error instanceof APIError && error.param === "max_tokens" && !limitName.completionTokens) {
      limitName.completionTokens = true;
      return await ask(client, limitName, request, signal);
    }
    throw translateError(error, request);
  }
}

/** The SDK's client for some options; its own retries are off unless asked for. */
export function createClient(
  { baseUrl, apiKey, azureApiVersion, timeoutMs }: OpenAiOptions,
  maxRetries = 0,
): OpenAI {
  const shared = { timeout: timeoutMs, maxRetries };
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

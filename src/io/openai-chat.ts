/** Chat completions: what is asked, and how the answer is read. */
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
} from "openai/resources/chat/completions";
import type { CallAnswer, CallRequest } from "../model/model-call.ts";
import { protocolInstruction } from "../model/text-protocol.ts";

/** The body of a request. */
export function chatBody({
  model,
  messages,
  format,
  protocol,
  sampling,
}: CallRequest): ChatCompletionCreateParamsNonStreaming {
  const base: ChatCompletionCreateParamsNonStreaming = {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(sampling.temperature === null ? {} : { temperature: sampling.temperature }),
    ...(sampling.topP === null ? {} : { top_p: sampling.topP }),
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

/** What a completion says, as the model layer reads it. */
export function answerOf(completion: ChatCompletion): CallAnswer {
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
export function filteredAnswer(model: string): CallAnswer {
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

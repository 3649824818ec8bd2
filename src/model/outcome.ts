/** What became of one call: the outcome told apart by what the provider said and by what the answer holds. */
import type { JsonValue } from "../contracts/json.ts";
import type { ModelReply, ReplyFormat } from "../contracts/model.ts";
import { readJson } from "./json-reading.ts";
import { fieldNames, readProtocol } from "./text-protocol.ts";

/** The answer of one call, as every chat API gives it. */
export interface RawAnswer {
  readonly content: string | null;
  readonly refusal: string | null;
  /** Arguments of the function call, as text; null when the model made none. */
  readonly callArguments: string | null;
  readonly finishReason: string | null;
  readonly completionTokens: number;
}

export interface AnswerContext {
  readonly format: ReplyFormat | null;
  /** How a formatted answer was asked for. */
  readonly protocol: "call" | "json" | "tags";
  readonly maxTokens: number;
}

export type Classified = Pick<ModelReply, "outcome" | "text" | "fields" | "detail">;

/** Sorts an answer; only "complete" carries fields. */
export function classifyAnswer(answer: RawAnswer, context: AnswerContext): Classified {
  const text = answer.callArguments ?? answer.content ?? "";
  const not = (outcome: Exclude<ModelReply["outcome"], "complete">, detail: string): Classified => {
    return { outcome, text, fields: null, detail };
  };
  if (answer.refusal !== null && answer.refusal.trim() !== "") return not("refused", answer.refusal);
  if (answer.finishReason === "content_filter")
    return not("filtered", "the provider's content filter stopped it");
  const atLimit = answer.finishReason === "length" || answer.completionTokens >= context.maxTokens;
  if (text.trim() === "") {
    return atLimit
      ? not("truncated", "the token limit was reached before any text")
      : not("empty", "no text");
  }
  if (context.format === null) {
    return atLimit
      ? not("truncated", limitDetail(context))
      : { outcome: "complete", text, fields: null, detail: null };
  }
  const reading =
    context.protocol === "tags" && answer.callArguments === null
      ? readTags(text, context.format)
      : readCall(text, context.format);
  if (reading.state === "read") return { outcome: "complete", text, fields: reading.fields, detail: null };
  if (reading.state === "cut" || atLimit)
    return not("truncated", atLimit ? limitDetail(context) : reading.detail);
  return not("malformed", reading.detail);
}

function limitDetail({ maxTokens }: AnswerContext): string {
  return `cut off at the limit of ${maxTokens} tokens`;
}

type FieldReading =
  | { readonly state: "read"; readonly fields: Record<string, JsonValue> }
  | { readonly state: "cut" | "broken"; readonly detail: string };

function readTags(text: string, format: ReplyFormat): FieldReading {
  const reading = readProtocol(text, format);
  if (reading.state === "read") return reading;
  if (reading.state === "cut") return { state: "cut", detail: `the answer ends inside <${reading.field}>` };
  const json = readCall(text, format); // some models answer in JSON whatever they are asked
  return json.state === "read"
    ? json
    : { state: "broken", detail: `missing parts: ${reading.fields.join(", ")}` };
}

/** The object with all fields, wherever it begins: in a fence, after prose, or right away. */
function readCall(text: string, format: ReplyFormat): FieldReading {
  let firstProblem: FieldReading | null = null;
  for (let start = text.indexOf("{"), tries = 0; start !== -1 && tries < 8; tries++) {
    const reading = readJson(text.slice(start));
    if (reading.state === "read") {
      const checked = checkFields(reading.value, format);
      if (checked.state === "read") return checked;
      firstProblem ??= checked;
    } else {
      const detail = reading.state === "cut" ? "the JSON ends too early" : `not JSON: ${reading.message}`;
      firstProblem ??= { state: reading.state, detail };
      if (reading.state === "cut") break;
    }
    start = text.indexOf("{", start + 1);
  }
  return firstProblem ?? { state: "broken", detail: "no JSON object in the answer" };
}

function checkFields(value: JsonValue, format: ReplyFormat): FieldReading {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { state: "broken", detail: "the answer is not a JSON object" };
  }
  const fields = value as Record<string, JsonValue>;
  const missing = fieldNames(format).filter((name) => fields[name] === undefined || fields[name] === null);
  if (missing.length > 0) return { state: "broken", detail: `missing fields: ${missing.join(", ")}` };
  return { state: "read", fields };
}

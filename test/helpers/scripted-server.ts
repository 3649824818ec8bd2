/**
 * An OpenAI-compatible server that answers by plan: latencies, ceilings, and every fault a real one shows. It listens
 * on loopback, counts what it was asked, and stops with the test.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { RawText, ScriptedBatches } from "./scripted-batches.ts";

export type Fault =
  | "429"
  | "429-retry-after"
  | "500"
  | "cut"
  | "hang"
  | "truncated"
  | "truncated-call"
  | "malformed"
  | "refused"
  | "filtered"
  | "empty";

/** The request's body, as far as the plan looks at it. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly response_format?: {
    readonly json_schema: { readonly schema: { readonly properties?: Record<string, unknown> } };
  };
  readonly tools?: readonly {
    readonly function: {
      readonly name: string;
      readonly parameters: { readonly properties?: Record<string, unknown> };
    };
  }[];
}

export interface ServerPlan {
  readonly latencyMs?: number;
  /** Calls served at one time; more get 429. Read at each request, so a test can lower it. */
  concurrencyCeiling?: number;
  /** Calls accepted a second, with bursts of up to a tenth of that; more get 429. */
  readonly requestsPerSecond?: number;
  /** Sent with the 429 of a ceiling, in seconds. */
  readonly retryAfter?: number;
  /** False: requests with tools are rejected with 400; "ignored": they are answered with prose. */
  readonly tools?: boolean | "ignored";
  /** False: requests for JSON by schema are rejected with 400; "ignored": they are answered with prose. */
  readonly schemas?: boolean | "ignored";
  /** A request whose messages are longer than this many characters is rejected with 400. */
  readonly contextChars?: number;
  /** Another status for a request: its body. */
  reject?: (body: ChatBody) => { readonly status: number; readonly error: unknown } | null;
  /** The fault for request number `n` (from 0) of this conversation's content; null for a good answer. */
  readonly fault?: (body: ChatBody, n: number) => Fault | null;
  /** How long a batch takes. */
  readonly batchMs?: number;
  /** Text of one field. */
  readonly fill?: (field: string, body: ChatBody) => string;
  /** Free text when no format was asked for. */
  readonly text?: (body: ChatBody) => string;
}

export interface ScriptedServer {
  readonly baseUrl: string;
  readonly plan: ServerPlan;
  /** Good answers given. */
  readonly answered: () => number;
  readonly requests: () => number;
  /** Bodies of good answers, in order. */
  readonly bodies: ChatBody[];
  readonly throttled: () => number;
  readonly batches: ScriptedBatches;
  close(): Promise<void>;
}

export async function startScriptedServer(plan: ServerPlan): Promise<ScriptedServer> {
  const counts = { requests: 0, answered: 0, throttled: 0, running: 0 };
  const timesAsked = new Map<string, number>();
  const bodies: ChatBody[] = [];
  const bucket = new Bucket();
  const batches = new ScriptedBatches((body) => {
    const key = JSON.stringify(body.messages);
    const n = timesAsked.get(key) ?? 0;
    timesAsked.set(key, n + 1);
    counts.requests++;
    bodies.push(body);
    return plannedAnswer(plan, body, plan.fault?.(body, n) ?? null);
  }, plan);
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    if (batches.serves(request)) return sendJson(response, 200, batches.answer(request, text));
    const body = JSON.parse(text) as ChatBody;
    counts.requests++;
    const key = JSON.stringify(body.messages);
    const n = timesAsked.get(key) ?? 0;
    timesAsked.set(key, n + 1);
    if (counts.running >= (plan.concurrencyCeiling ?? Number.POSITIVE_INFINITY) || !bucket.take(plan)) {
      counts.throttled++;
      const headers: Record<string, string> =
        plan.retryAfter === undefined ? {} : { "retry-after": String(plan.retryAfter) };
      return sendJson(response, 429, { error: { message: "too many", type: "rate_limit" } }, headers);
    }
    counts.running++;
    try {
      await serve(body, n, response);
    } finally {
      counts.running--;
    }
  }

  async function serve(body: ChatBody, n: number, response: ServerResponse): Promise<void> {
    const rejected = rejection(plan, body);
    if (rejected !== null) return sendJson(response, rejected.status, { error: rejected.error });
    await sleep(plan.latencyMs ?? 0);
    const fault = plan.fault?.(body, n) ?? null;
    const answer = plannedAnswer(plan, body, fault);
    if (answer !== null) {
      if (fault === null) {
        counts.answered++;
        bodies.push(body);
      }
      return sendJson(response, answer.status, answer.value, answer.headers);
    }
    if (fault === "hang") return; // no answer ever; the client gives up
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"id": "x", "choi');
    response.destroy();
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    plan,
    bodies,
    batches,
    answered: () => counts.answered,
    requests: () => counts.requests,
    throttled: () => counts.throttled,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Requests a second, counted as a bucket that fills. */
class Bucket {
  private level = 1;
  private filledAt = performance.now();

  take({ requestsPerSecond }: ServerPlan): boolean {
    if (requestsPerSecond === undefined) return true;
    const now = performance.now();
    const added = ((now - this.filledAt) / 1_000) * requestsPerSecond;
    this.level = Math.min(Math.max(1, requestsPerSecond / 10), this.level + added);
    this.filledAt = now;
    if (this.level < 1) return false;
    this.level--;
    return true;
  }
}

function rejection(plan: ServerPlan, body: ChatBody): { status: number; error: unknown } | null {
  const wrong = (message: string) => ({ status: 400, error: { message } });
  if (body.tools !== undefined && plan.tools === false) return wrong("tools are not supported");
  if (body.response_format !== undefined && plan.schemas === false) return wrong("schemas are not supported");
  const chars = body.messages.reduce((sum, { content }) => sum + content.length, 0);
  if (chars > (plan.contextChars ?? Number.POSITIVE_INFINITY))
    return wrong("the prompt is longer than the context");
  return plan.reject?.(body) ?? null;
}

interface Message {
  readonly content: string | null;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly unknown[];
}

function goodMessage(plan: ServerPlan, body: ChatBody): Message {
  const tool = plan.tools === "ignored" ? undefined : body.tools?.[0];
  const fill = plan.fill ?? ((field: string) => `text of ${field}`);
  if (tool !== undefined) {
    const names = Object.keys(tool.function.parameters.properties ?? {});
    return callMessage(
      tool.function.name,
      JSON.stringify(Object.fromEntries(names.map((name) => [name, fill(name, body)]))),
    );
  }
  const schema = plan.schemas === "ignored" ? undefined : body.response_format?.json_schema.schema;
  if (schema !== undefined) {
    const names = Object.keys(schema.properties ?? {});
    return { content: JSON.stringify(Object.fromEntries(names.map((name) => [name, fill(name, body)]))) };
  }
  const asked = [...(body.messages.at(-1)?.content ?? "").matchAll(/^<(\w+)>.*<\/\1>$/gm)].map(
    ([, name]) => name ?? "",
  );
  if (asked.length > 0)
    return { content: asked.map((name) => `<${name}>${fill(name, body)}</${name}>`).join("\n") };
  return { content: plan.text?.(body) ?? "an answer" };
}

function callMessage(name: string, callArguments: string): Message {
  return {
    content: null,
    tool_calls: [{ id: "call_1", type: "function", function: { name, arguments: callArguments } }],
  };
}

interface JsonAnswer {
  readonly status: number;
  readonly value: unknown;
  readonly headers?: Record<string, string>;
}

/** The answer that shows a fault; "cut" and "hang" are none. */
function faultAnswer(fault: Exclude<Fault, "cut" | "hang">, body: ChatBody): JsonAnswer {
  const name = body.tools?.[0]?.function.name ?? "f";
  const failed = (status: number, message: string): JsonAnswer => ({ status, value: { error: { message } } });
  const answered = (message: Message, finishReason: string): JsonAnswer => ({
    status: 200,
    value: completion(body, message, finishReason),
  });
  switch (fault) {
    case "429":
      return failed(429, "slow down");
    case "429-retry-after":
      return { ...failed(429, "slow down"), headers: { "retry-after": "1" } };
    case "500":
      return failed(500, "broken");
    case "truncated":
      return answered({ content: "def f(" }, "length");
    case "truncated-call":
      return answered(callMessage(name, '{"code": "def f('), "tool_calls");
    case "malformed":
      return answered(callMessage(name, '{"action": listt_windows"}'), "tool_calls");
    case "refused":
      return answered({ content: null, refusal: "I cannot help with that." }, "stop");
    case "filtered":
      return answered({ content: "" }, "content_filter");
    case "empty":
      return answered({ content: null }, "stop");
  }
}

/** The answer to one request; null for a connection that is cut or hangs. */
function plannedAnswer(plan: ServerPlan, body: ChatBody, fault: Fault | null): JsonAnswer | null {
  if (fault === "cut" || fault === "hang") return null;
  if (fault !== null) return faultAnswer(fault, body);
  return { status: 200, value: completion(body, goodMessage(plan, body), "stop") };
}

function completion(body: ChatBody, message: Message, finishReason: string): unknown {
  const promptTokens = Math.ceil(JSON.stringify([body.messages, body.tools ?? null]).length / 4);
  const completionTokens =
    finishReason === "length" ? (body.max_tokens ?? 16) : Math.ceil(JSON.stringify(message).length / 4);
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: body.model,
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finishReason }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  const text = value instanceof RawText ? value.text : JSON.stringify(value);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * HTTP for sources: undici with retries, polite waiting, a body limit and a time limit. Pacing between
 * requests is a queue's (`pace`); rules of robots.txt are in robots.ts.
 */
import PQueue from "p-queue";
import { Agent, fetch as undiciFetch, interceptors, type Dispatcher } from "undici";
import { describeError } from "../errors.ts";
import { retryDelayMs } from "./retry-delay.ts";

export interface HttpOptions {
  userAgent?: string;
  /** For the headers, and again for silence within the body. */
  timeoutMs?: number;
  maxBodyBytes?: number;
  /** Further tries after a broken connection, 408, 429 or 5xx. */
  retries?: number;
  /** The longest wait that a server may ask for; a longer one ends the request. */
  maxWaitMs?: number;
  /** At least this long between two requests; 0 sends them as they come. */
  intervalMs?: number;
  signal?: AbortSignal | undefined;
  /** Hears about waits before a retry. */
  note?: (message: string) => void;
}

export interface HttpAnswer {
  readonly status: number;
  /** Address that answered, after any redirect that was followed. */
  readonly url: string;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Why no usable answer came. `kind` is a short code; the message has the facts. */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";
  readonly kind: "timeout" | "cut-off" | "unreachable" | "too-large" | "aborted";
  constructor(kind: HttpFailure["kind"], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface Http {
  /** The web's `fetch` with our dispatcher behind it, for libraries that take one. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * One GET, body read whole.
   * @throws HttpFailure when no answer came; a status such as 404 is an answer.
   */
  get(url: string, options?: GetOptions): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface GetOptions {
  headers?: Record<string, string>;
  redirect?: "follow" | "manual";
}

const DEFAULTS = {
  userAgent: "codergen/0.1 (dataset builder; obeys robots.txt)",
  timeoutMs: 30_000,
  maxBodyBytes: 20_000_000,
  retries: 4,
  maxWaitMs: 320_000,
  intervalMs: 0,
};

/** An HTTP client; `close` it when done, so that the process can end. */
export function createHttp(options: HttpOptions = {}): Http {
  const settings = { ...DEFAULTS, ...options };
  const dispatcher = makeDispatcher(settings);
  const queue =
    settings.intervalMs > 0
      ? new PQueue({ interval: settings.intervalMs, intervalCap: 1, concurrency: 1, strict: true })
      : null;
  const paced = <Result>(task: () => Promise<Result>): Promise<Result> => (queue ? queue.add(task) : task());

  const boundFetch = (
    input: Parameters<typeof undiciFetch>[0],
    init: Parameters<typeof undiciFetch>[1] = {},
  ) => {
    const headers = { "user-agent": settings.userAgent, ...headerRecord(init.headers) };
    const signal = init.signal ?? settings.signal ?? null;
    return paced(() => undiciFetch(input, { ...init, headers, signal, dispatcher }));
  };
  return {
    fetch: boundFetch as unknown as typeof globalThis.fetch,
    async get(url, { headers = {}, redirect = "follow" } = {}) {
      try {
        const response = await boundFetch(url, { headers, redirect });
        const bytes = await readBody(response, settings.maxBodyBytes);
        return {
          status: response.status,
          url: response.url || url,
          headers: response.headers,
          bytes,
        };
      } catch (error) {
        throw asFailure(error, url);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

type Settings = typeof DEFAULTS & HttpOptions;

function makeDispatcher(settings: Settings): Dispatcher {
  const agent = new Agent({
    headersTimeout: settings.timeoutMs,
    bodyTimeout: settings.timeoutMs,
    connections: 16,
  });
  return agent.compose(
    interceptors.retry({
      maxRetries: settings.retries,
      throwOnError: false,
      retry: (error, { state }, done) => {
        const delayMs = state.counter < settings.retries ? retryDelayMs(error, state.counter) : null;
        if (delayMs === null || delayMs > settings.maxWaitMs || settings.signal?.aborted) return done(error);
        if (delayMs >= 1_000)
          settings.note?.(`waiting ${Math.ceil(delayMs / 1000)} s: ${describeError(error)}`);
        const timer = setTimeout(() => done(), delayMs);
        settings.signal?.addEventListener(
          "abort",
          () => {
            clearTimeout(timer);
            done(error);
          },
          { once: true },
        );
        state.counter += 1;
        return undefined;
      },
    }),
  );
}

function headerRecord(headers: unknown): Record<string, string> {
  if (headers === undefined || headers === null) return {};
  return Object.fromEntries(new Headers(headers as ConstructorParameters<typeof Headers>[0]).entries());
}

async function readBody(
  response: Awaited<ReturnType<typeof undiciFetch>>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > maxBytes)
      throw new HttpFailure("too-large", `${response.url} is larger than ${maxBytes} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}

const KIND_BY_CODE: Record<string, HttpFailure["kind"]> = {
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_SOCKET: "cut-off",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "cut-off",
  ECONNRESET: "cut-off",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "too-large",
};

const WORDS: Record<HttpFailure["kind"], string> = {
  timeout: "did not answer in time",
  "cut-off": "closed the connection in the middle of its answer",
  unreachable: "cannot be reached",
  "too-large": "sent too much",
  aborted: "was not waited for: interrupted",
};

/** What was thrown by `fetch` or while reading a body, as one failure with its true cause. */
export function asFailure(error: unknown, url: string): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const causes: unknown[] = [];
  for (let current: unknown = error; current instanceof Error && causes.length < 5; current = current.cause)
    causes.push(current);
  const codes = causes.map((cause) => (cause as { code?: string }).code ?? "");
  const aborted = causes.some((cause) => cause instanceof Error && cause.name === "AbortError");
  const known = codes.map((code) => KIND_BY_CODE[code]).find((kind) => kind !== undefined);
  const terminated = error instanceof TypeError && error.message === "terminated";
  const kind = aborted ? "aborted" : (known ?? (terminated ? "cut-off" : "unreachable"));
  const deepest = causes.at(-1);
  return new HttpFailure(kind, `${hostOf(url)} ${WORDS[kind]} (${describeError(deepest ?? error)}).`, error);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

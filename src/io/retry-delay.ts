/**
 * How long to wait before the same request is sent again: what the server asked for (`Retry-After`, or the
 * `RateLimit` header of the IETF draft, which counts only when nothing remains), else growing steps.
 */

const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504]);
const RETRYABLE_CODE = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "UND_ERR_SOCKET",
  "ENETUNREACH",
  "EAI_AGAIN",
]);
const FIRST_STEP_MS = 200;
const LONGEST_STEP_MS = 10_000;

type HeaderBag = Record<string, string | string[] | undefined>;

/** Milliseconds until retry number `counter` + 1 may go out; null when another try is of no use. */
export function retryDelayMs(error: Error, counter: number, nowMs: number = Date.now()): number | null {
  const { statusCode, code, headers } = error as Error & {
    statusCode?: number;
    code?: string;
    headers?: HeaderBag;
  };
  if (statusCode === undefined) return RETRYABLE_CODE.has(code ?? "") ? stepMs(counter) : null;
  if (!RETRYABLE_STATUS.has(statusCode)) return null;
  return askedDelayMs(headers ?? {}, nowMs) ?? stepMs(counter);
}

function stepMs(counter: number): number {
  return Math.min(FIRST_STEP_MS * 2 ** counter, LONGEST_STEP_MS);
}

/** The wait that response headers ask for; null when they ask for none. */
export function askedDelayMs(headers: HeaderBag, nowMs: number): number | null {
  const retryAfter = first(headers["retry-after"]);
  if (retryAfter !== null) {
    const seconds = Number(retryAfter);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
    const date = Date.parse(retryAfter);
    if (!Number.isNaN(date)) return Math.max(0, date - nowMs);
  }
  const limit = first(headers["ratelimit"]);
  const state = limit === null ? null : parseRateLimit(limit);
  return state !== null && state.remaining === 0 ? (state.resetSeconds + 1) * 1000 : null;
}

function first(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

export interface RateLimitState {
  /** The quota's own name: the Hub has "api", "resolvers" and "pages". */
  readonly bucket: string;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Reads `"api";r=488;t=189`; null when it is something else. */
export function parseRateLimit(header: string): RateLimitState | null {
  const [name = "", ...parameters] = header.split(";").map((part) => part.trim());
  const values = new Map(parameters.map((part) => part.split("=", 2) as [string, string | undefined]));
  const remaining = Number(values.get("r") ?? Number.NaN);
  const resetSeconds = Number(values.get("t") ?? Number.NaN);
  if (!Number.isFinite(remaining) || !Number.isFinite(resetSeconds)) return null;
  return { bucket: name.replaceAll('"', ""), remaining, resetSeconds };
}

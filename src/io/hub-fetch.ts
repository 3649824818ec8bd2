/**
 * `fetch` for the Hub's client: waits and asks again after 408, 429, 5xx and broken connections. A commit is sent
 * again only after 429, when it was surely not taken: else whoever sent it has to look first whether it arrived.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { askedDelayMs, retryDelayMs } from "./retry-delay.ts";

const TRIES = 5;
const LONGEST_WAIT_MS = 320_000;

export interface HubFetchOptions {
  readonly fetch?: typeof globalThis.fetch;
  readonly signal?: AbortSignal;
  /** Waits; given by tests that want to see how long. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Hears why is waited, and how long. */
  readonly note?: (message: string) => void;
}

export const waitQuietly = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await sleep(ms, undefined, signal === undefined ? {} : { signal });
};

export function hubFetch(options: HubFetchOptions = {}): typeof globalThis.fetch {
  const { fetch = globalThis.fetch, signal, wait = waitQuietly, note = () => undefined } = options;
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const once = init?.method === "POST" && /\/commit\/[^/]+$/.test(new URL(address).pathname);
    for (let counter = 0; ; counter++) {
      signal?.throwIfAborted();
      try {
        const answer = await fetch(input, init);
        const delay = delayAfter(answer, counter);
        const final = counter + 1 >= TRIES || (once && answer.status !== 429);
        if (delay === null || final || delay > LONGEST_WAIT_MS) return answer;
        await answer.body?.cancel();
        note(`${new URL(address).pathname} answered ${answer.status}: again in ${seconds(delay)} s`);
        await wait(delay, signal);
      } catch (error) {
        const delay = delayAfterError(error, counter);
        if (delay === null || once || counter + 1 >= TRIES || init?.signal?.aborted === true) throw error;
        note(`${new URL(address).pathname}: connection broken: again in ${seconds(delay)} s`);
        await wait(delay, signal);
      }
    }
  };
}

/** Milliseconds until the next try; null when another is of no use. */
function delayAfter(answer: Response, counter: number): number | null {
  if (answer.ok) return null;
  const failure = Object.assign(new Error("answer"), { statusCode: answer.status });
  const step = retryDelayMs(failure, counter);
  if (step === null) return null;
  return askedDelayMs(Object.fromEntries(answer.headers), Date.now()) ?? step;
}

/** The same for what `fetch` throws: the code stands in the cause. */
export function delayAfterError(error: unknown, counter: number): number | null {
  const code = (["code", "cause"] as const)
    .map((key) => (error as Record<string, unknown> | null)?.[key])
    .map((value) => (typeof value === "string" ? value : (value as { code?: unknown } | undefined)?.code))
    .find((value) => typeof value === "string");
  return retryDelayMs(Object.assign(new Error("connection"), { code }), counter);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

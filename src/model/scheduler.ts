/**
 * Adaptive concurrency for one model: additive increase while calls succeed, multiplicative decrease when the server
 * says it is too much. A call that was turned away waits by itself (Retry-After, else backoff with jitter) without
 * holding a slot; new calls are held back only when nothing but refusals comes. Waiting is never a failure.
 */
import { ToolkitError } from "../errors.ts";

/** The server said: too many. */
export class Throttled extends Error {
  override readonly name = "Throttled";

  /** @param retryAfterMs What the server asked for; null when it did not say. */
  constructor(readonly retryAfterMs: number | null) {
    super("the server is busy");
  }
}

/** The server or the connection broke; the same call may succeed later. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

export interface SchedulerOptions {
  readonly maxConcurrency: number;
  readonly initialConcurrency?: number;
  /** Calls started a minute; null for no limit. */
  readonly requestsPerMinute?: number | null;
  /** How often a broken call (500, cut connection) is repeated before it is given up. */
  readonly maxInterruptions?: number;
  /** How long a call may be turned away altogether before it is given up, ms. */
  readonly maxThrottledMs?: number;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

const DECREASE = 0.95;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;

export class AdaptiveScheduler {
  private limit: number;
  private slowStart = true;
  private running = 0;
  private refusalsInARow = 0;
  private decreasedAt = Number.NEGATIVE_INFINITY;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private nextStartAt = Number.NEGATIVE_INFINITY;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: SchedulerOptions) {
    this.limit = Math.min(options.initialConcurrency ?? 4, options.maxConcurrency);
  }

  /** Calls allowed at one time right now. */
  get concurrency(): number {
    return Math.max(1, Math.floor(this.limit));
  }

  /**
   * Runs `call` when there is room, again while it is turned away or interrupted.
   * @throws ToolkitError `model-unavailable` when it was interrupted too often or turned away too long.
   */
  async run<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    let interruptions = 0;
    let throttledSince: number | null = null;
    for (let attempt = 1; ; attempt++) {
      await this.enter(signal);
      const startedAt = this.options.now();
      let waitMs: number;
      try {
        const result = await call();
        this.succeeded();
        return result;
      } catch (error) {
        if (error instanceof Throttled) {
          throttledSince ??= startedAt;
          waitMs = this.throttled(error, attempt, startedAt);
          this.checkPatience(throttledSince);
        } else if (error instanceof Interrupted) {
          if (++interruptions > (this.options.maxInterruptions ?? 5)) throw unavailable(error.message, error);
          waitMs = this.backoffMs(interruptions);
        } else throw error;
      } finally {
        this.leave();
      }
      await this.options.sleep(waitMs, signal);
    }
  }

  private async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.running >= this.concurrency) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      if (signal.aborted) this.waiting.shift()?.(); // pass the turn on before leaving
      signal.throwIfAborted();
    }
    this.running++;
    try {
      await this.pace(signal);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  /** Holds a start back while everything is turned away, and to the requests a minute that were set. */
  private async pace(signal: AbortSignal): Promise<void> {
    const { now, sleep, random, requestsPerMinute = null } = this.options;
    if (this.pausedUntil > now()) await sleep(this.pausedUntil - now() + random() * 250, signal);
    if (requestsPerMinute === null) return;
    const startAt = Math.max(now(), this.nextStartAt);
    this.nextStartAt = startAt + 60_000 / requestsPerMinute;
    if (startAt > now()) await sleep(startAt - now(), signal);
  }

  private leave(): void {
    this.running--;
    for (let free = this.concurrency - this.running; free > 0; free--) this.waiting.shift()?.();
  }

  private succeeded(): void {
    this.refusalsInARow = 0;
    const step = this.slowStart ? 1 : 1 / this.limit;
    this.limit = Math.min(this.options.maxConcurrency, this.limit + step);
  }

  /** Notes a refusal; returns how long its call has to wait. One decrease answers all refusals of one moment. */
  private throttled({ retryAfterMs }: Throttled, attempt: number, startedAt: number): number {
    const now = this.options.now();
    this.slowStart = false;
    this.refusalsInARow++;
    if (startedAt >= this.decreasedAt) {
      this.limit = Math.max(1, this.limit * DECREASE);
      this.decreasedAt = now;
    }
    const waitMs =
      retryAfterMs === null ? this.backoffMs(attempt) : retryAfterMs * (1 + 0.1 * this.options.random());
    if (this.refusalsInARow >= this.concurrency)
      this.pausedUntil = Math.max(this.pausedUntil, now + (retryAfterMs ?? 0));
    return waitMs;
  }

  private backoffMs(attempt: number): number {
    const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
    return longest * (0.5 + 0.5 * this.options.random());
  }

  private checkPatience(since: number): void {
    const limit = this.options.maxThrottledMs ?? 3_600_000;
    if (this.options.now() - since > limit)
      throw unavailable(`turned away for ${Math.round(limit / 1_000)} s`, null);
  }
}

function unavailable(reason: string, cause: unknown): ToolkitError {
  return new ToolkitError("model-unavailable", `the model cannot be reached: ${reason}`, {
    hint: "Everything finished is kept; start the same command again later.",
    retryable: true,
    cause,
  });
}

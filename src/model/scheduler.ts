/**
 * Adaptive concurrency for one model: additive increase while calls succeed, multiplicative decrease, at most once in
 * the time that a call takes, when the server says it is too much. A call that was turned away waits by itself
 * (Retry-After, else backoff with jitter) without holding a slot, and starts are spread, because a refusal is quick and
 * its slot would be used for the next one at once. New calls are held back only when nothing but refusals comes.
 * Waiting is never a failure.
 */
import { ToolkitError } from "../errors.ts";
import { Pace } from "./pace.ts";

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
  /** Tokens a minute; a call counts with what calls like it took until its true number is known. */
  readonly tokensPerMinute?: number | null;
  /** How often a broken call (500, cut connection) is repeated before it is given up. */
  readonly maxInterruptions?: number;
  /** How long a call may be turned away altogether before it is given up, ms. */
  readonly maxThrottledMs?: number;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

/** What a call takes of a limit on tokens. */
export interface TokenUse<Result> {
  /** Before it: the most it can take. */
  readonly most: number;
  /** After it: what it took. */
  readonly used: (result: Result) => number;
}

/** Window after some refusals, and after many of them. */
const DECREASE = 0.95;
const STRONG_DECREASE = 0.75;
/** Growth of the window in the time of one call, once the server has refused something: more the longer ago that was. */
const LEAST_INCREASE = 0.5;
const INCREASE = 1 / 8;
/** Starts may come twice as fast as calls end: enough for any burst, too slow for a chain of refusals. */
const SPREAD = 0.5;
const LATENCY_WEIGHT = 0.1;
const SHARE_WEIGHT = 0.2;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;

export class AdaptiveScheduler {
  private limit: number;
  private slowStart = true;
  private running = 0;
  private refusalsInARow = 0;
  /** Since the last decrease. */
  private refusals = 0;
  private successes = 0;
  private decreasedAt = Number.NEGATIVE_INFINITY;
  private succeededAt = Number.NEGATIVE_INFINITY;
  /** Smoothed time of a call that succeeds, ms; null before the first one. */
  private latencyMs: number | null = null;
  /** What calls take of the most that they may take, smoothed. */
  private tokenShare = 1;
  private nextSpreadAt = Number.NEGATIVE_INFINITY;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private readonly requests: Pace;
  private readonly tokens: Pace;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: SchedulerOptions) {
    this.limit = Math.min(options.initialConcurrency ?? 4, options.maxConcurrency);
    this.requests = new Pace(options.requestsPerMinute ?? null);
    this.tokens = new Pace(options.tokensPerMinute ?? null);
  }

  /** Calls allowed at one time right now. */
  get concurrency(): number {
    return Math.max(1, Math.floor(this.limit));
  }

  /**
   * Runs `call` when there is room, again while it is turned away or interrupted.
   * @throws ToolkitError `model-unavailable` when it was interrupted too often or turned away too long.
   */
  async run<Result>(
    call: () => Promise<Result>,
    signal: AbortSignal,
    tokens: TokenUse<Result> | null = null,
  ): Promise<Result> {
    let interruptions = 0;
    let throttledSince: number | null = null;
    for (let attempt = 1; ; attempt++) {
      const expected = (tokens?.most ?? 0) * this.tokenShare;
      await this.enter(signal, expected, attempt > 1);
      const startedAt = this.options.now();
      let waitMs: number;
      try {
        const result = await call();
        this.succeeded(startedAt);
        if (tokens !== null) this.correctTokens(expected, tokens.most, tokens.used(result));
        return result;
      } catch (error) {
        this.tokens.giveBack(expected);
        if (error instanceof Throttled) {
          throttledSince ??= startedAt;
          waitMs = this.throttled(error, attempt);
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

  private correctTokens(expected: number, most: number, used: number): void {
    this.tokens.giveBack(expected - used);
    if (most > 0) this.tokenShare += SHARE_WEIGHT * (used / most - this.tokenShare);
  }

  private async enter(signal: AbortSignal, tokens: number, again: boolean): Promise<void> {
    signal.throwIfAborted();
    while (this.running >= this.concurrency) {
      // a call that was turned away goes before those that never tried
      await new Promise<void>((resolve) => this.waiting[again ? "unshift" : "push"](resolve));
      if (signal.aborted) this.waiting.shift()?.(); // pass the turn on before leaving
      signal.throwIfAborted();
    }
    this.running++;
    try {
      await this.pace(signal, tokens);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  /** Holds a start back while everything is turned away, and to the requests and tokens a minute that were set. */
  private async pace(signal: AbortSignal, tokens: number): Promise<void> {
    const { now, sleep, random } = this.options;
    if (this.pausedUntil > now()) await sleep(this.pausedUntil - now() + random() * 250, signal);
    const startAt = Math.max(
      this.requests.take(1, now()),
      this.tokens.take(tokens, now()),
      this.spread(now()),
    );
    if (startAt > now()) await sleep(startAt - now(), signal);
  }

  private leave(): void {
    this.running--;
    for (let free = this.concurrency - this.running; free > 0; free--) this.waiting.shift()?.();
  }

  /** When the next call may start, so that starts do not come in bursts; at once while the window still opens. */
  private spread(now: number): number {
    if (this.slowStart || this.latencyMs === null) return now;
    const startAt = Math.max(now, this.nextSpreadAt);
    this.nextSpreadAt = startAt + (SPREAD * this.latencyMs) / this.limit;
    return startAt;
  }

  private succeeded(startedAt: number): void {
    const now = this.options.now();
    const tookMs = now - startedAt;
    this.latencyMs =
      this.latencyMs === null ? tookMs : this.latencyMs + LATENCY_WEIGHT * (tookMs - this.latencyMs);
    this.succeededAt = now;
    this.successes++;
    this.refusalsInARow = 0;
    const callsSince = (now - this.decreasedAt) / Math.max(1, this.latencyMs);
    const growth = Math.min(this.limit, Math.max(LEAST_INCREASE, INCREASE * callsSince));
    const step = this.slowStart ? 1 : growth / this.limit;
    this.limit = Math.min(this.options.maxConcurrency, this.limit + step);
  }

  /** Notes a refusal; returns how long its call has to wait. */
  private throttled({ retryAfterMs }: Throttled, attempt: number): number {
    const now = this.options.now();
    const latencyMs = this.latencyMs ?? FIRST_BACKOFF_MS;
    this.slowStart = false;
    this.refusalsInARow++;
    this.refusals++;
    if (now - this.decreasedAt >= latencyMs) {
      const many = this.refusals > this.successes;
      this.limit = Math.max(1, this.limit * (many ? STRONG_DECREASE : DECREASE));
      this.decreasedAt = now;
      this.refusals = 0;
      this.successes = 0;
    }
    const waitMs =
      retryAfterMs === null ? this.backoffMs(attempt) : retryAfterMs * (1 + 0.1 * this.options.random());
    const onlyRefusals = now - this.succeededAt > 2 * latencyMs && this.refusalsInARow >= this.concurrency;
    if (onlyRefusals) this.pausedUntil = Math.max(this.pausedUntil, now + (retryAfterMs ?? 0));
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

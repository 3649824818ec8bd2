/** The scheduler in a time of its own: hours pass in milliseconds, and every run is the same. */
import { describe, expect, it } from "vitest";
import { ToolkitError } from "../../src/errors.ts";
import {
  AdaptiveScheduler,
  Interrupted,
  type SchedulerOptions,
  Throttled,
} from "../../src/model/scheduler.ts";

const signal = new AbortController().signal;

/** A clock that jumps to the next sleeper when everything waits. */
class VirtualTime {
  now = 0;
  private readonly sleepers: { at: number; wake: () => void }[] = [];

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => this.sleepers.push({ at: this.now + ms, wake }));

  async runUntil(end: number): Promise<void> {
    for (;;) {
      for (let turn = 0; turn < 12; turn++) await Promise.resolve();
      this.sleepers.sort((a, b) => a.at - b.at);
      const next = this.sleepers[0];
      if (next === undefined || next.at > end) break;
      this.sleepers.shift();
      this.now = Math.max(this.now, next.at);
      next.wake();
    }
    this.now = end;
  }
}

function seeded(): () => number {
  let state = 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

function scheduler(time: VirtualTime, options: Partial<SchedulerOptions> = {}): AdaptiveScheduler {
  return new AdaptiveScheduler({
    maxConcurrency: 256,
    now: () => time.now,
    sleep: time.sleep,
    random: seeded(),
    ...options,
  });
}

interface Ceiling {
  calls?: number;
  perSecond?: number;
  retryAfterMs?: number | null;
}

/** A server with a latency of 200 ms and a ceiling that a test may lower. */
class VirtualServer {
  answered = 0;
  refused = 0;
  private running = 0;
  private level = 1;
  private filledAt = 0;

  constructor(
    private readonly time: VirtualTime,
    readonly ceiling: Ceiling,
  ) {}

  readonly call = async (): Promise<void> => {
    await this.time.sleep(1);
    if (this.running >= (this.ceiling.calls ?? Number.POSITIVE_INFINITY) || !this.take()) {
      this.refused++;
      throw new Throttled(this.ceiling.retryAfterMs ?? null);
    }
    this.running++;
    await this.time.sleep(199);
    this.running--;
    this.answered++;
  };

  private take(): boolean {
    const { perSecond } = this.ceiling;
    if (perSecond === undefined) return true;
    this.level = Math.min(
      Math.max(1, perSecond / 10),
      this.level + ((this.time.now - this.filledAt) / 1_000) * perSecond,
    );
    this.filledAt = this.time.now;
    if (this.level < 1) return false;
    this.level--;
    return true;
  }
}

function keepBusy(target: AdaptiveScheduler, server: VirtualServer): void {
  const worker = async (): Promise<void> => {
    for (;;) await target.run(server.call, signal);
  };
  for (let index = 0; index < 300; index++) void worker();
}

describe("finding the server's ceiling", () => {
  it.each<[string, (calls: number) => Ceiling]>([
    ["calls at one time", (calls) => ({ calls })],
    ["calls at one time, with Retry-After", (calls) => ({ calls, retryAfterMs: 1_000 })],
    ["calls a second", (calls) => ({ perSecond: calls * 5 })],
    ["calls a second, with Retry-After", (calls) => ({ perSecond: calls * 5, retryAfterMs: 1_000 })],
  ])("%s: 95 percent of it, and within 10 percent of a lower one after 30 s", async (_name, ceilingOf) => {
    const time = new VirtualTime();
    const server = new VirtualServer(time, ceilingOf(32));
    keepBusy(scheduler(time), server);
    await time.runUntil(5_000);
    const atStart = server.answered;
    await time.runUntil(25_000);
    expect((server.answered - atStart) / 20).toBeGreaterThanOrEqual(0.95 * 160);

    Object.assign(server.ceiling, ceilingOf(12));
    await time.runUntil(55_000);
    const [lowered, refused] = [server.answered, server.refused];
    await time.runUntil(75_000);
    expect((server.answered - lowered) / 20).toBeGreaterThanOrEqual(0.9 * 60);
    expect((server.refused - refused) / 20).toBeLessThan(0.3 * 60); // polite: few are turned away
  });
});

describe("limits that were set", () => {
  it("requests a minute", async () => {
    const time = new VirtualTime();
    const server = new VirtualServer(time, {});
    keepBusy(scheduler(time, { requestsPerMinute: 600 }), server);
    await time.runUntil(60_000);
    expect(server.answered).toBeGreaterThan(590);
    expect(server.answered).toBeLessThanOrEqual(601);
  });

  it("tokens a minute: a call counts with what calls took before until its true number is known", async () => {
    const time = new VirtualTime();
    const limited = scheduler(time, { tokensPerMinute: 60_000 });
    let used = 0;
    const worker = async (): Promise<void> => {
      for (;;) {
        const call = async () => {
          await time.sleep(200);
          used += 100;
          return 100;
        };
        await limited.run(call, signal, { most: 400, used: (tokens) => tokens });
      }
    };
    for (let index = 0; index < 50; index++) void worker();
    await time.runUntil(60_000);
    expect(used).toBeGreaterThan(0.9 * 60_000);
    expect(used).toBeLessThanOrEqual(1.02 * 60_000);
  });
});

describe("patience", () => {
  it("waits out a server that turns everything away, without a stampede", async () => {
    const time = new VirtualTime();
    let asked = 0;
    const call = async (): Promise<string> => {
      await time.sleep(1);
      asked++;
      if (time.now < 120_000) throw new Throttled(null);
      return "done";
    };
    const waiting = scheduler(time);
    const all = Promise.all(Array.from({ length: 100 }, () => waiting.run(call, signal)));
    await time.runUntil(120_000);
    expect(asked).toBeLessThan(100 * 12);
    await time.runUntil(600_000);
    expect(await all).toEqual(Array.from({ length: 100 }, () => "done"));
  });

  it("gives a broken server up after some tries, as something that may work later", async () => {
    const time = new VirtualTime();
    const failing = scheduler(time).run(() => Promise.reject(new Interrupted("500")), signal);
    const failed = expect(failing).rejects.toMatchObject({ code: "model-unavailable", retryable: true });
    await time.runUntil(600_000);
    await failed;
  });

  it("lets other errors through at once", async () => {
    const error = new ToolkitError("unauthorized", "no");
    await expect(scheduler(new VirtualTime()).run(() => Promise.reject(error), signal)).rejects.toBe(error);
  });
});

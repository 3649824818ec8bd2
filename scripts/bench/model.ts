/**
 * Throughput of the model port against the scripted server: share of the server's ceiling that is reached, and how
 * fast a lowered ceiling is found. `node scripts/bench/run.mjs model [rate] [retry-after]`
 */
import { setMaxListeners } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ModelRequest } from "../../src/contracts/model.ts";
import { createOpenAiServer } from "../../src/io/openai.ts";
import { replyCacheFolder } from "../../src/io/reply-cache-folder.ts";
import { createModel } from "../../src/model/ask.ts";
import { Budget } from "../../src/model/budget.ts";
import { memoryLedger } from "../../src/model/ledger.ts";
import { AdaptiveScheduler } from "../../src/model/scheduler.ts";
import { startScriptedServer } from "../../test/helpers/scripted-server.ts";

const LATENCY_MS = 200;
const CEILING = 32;
const LOWERED = 12;
const PHASE_S = 45;
/** "concurrency" (the default): so many calls at one time. "rate": so many a second. With "retry-after" the server says when. */
const words = process.argv.slice(2);
const byRate = words.includes("rate");
const ceilingOf = (calls: number) =>
  byRate ? { requestsPerSecond: (calls * 1_000) / LATENCY_MS } : { concurrencyCeiling: calls };

const folder = await mkdtemp(join(tmpdir(), "codergen-bench-"));
const server = await startScriptedServer({
  latencyMs: LATENCY_MS,
  ...ceilingOf(CEILING),
  ...(words.includes("retry-after") ? { retryAfter: 1 } : {}),
});
const scheduler = new AdaptiveScheduler({
  maxConcurrency: 256,
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  random: Math.random,
});
const model = createModel({
  server: createOpenAiServer({
    baseUrl: server.baseUrl,
    apiKey: null,
    azureApiVersion: null,
    timeoutMs: 30_000,
  }),
  model: "scripted",
  price: null,
  ledger: memoryLedger(),
  budget: new Budget(null),
  scheduler,
  cache: replyCacheFolder(folder),
  protocols: ["call"],
  maxTokensCeiling: 4_096,
  maxRepeats: 2,
  countTokens: (text) => text.length / 4,
});

const stop = new AbortController();
setMaxListeners(0, stop.signal);
let next = 0;

function request(index: number): ModelRequest {
  return {
    promptId: "bench",
    promptHash: "0",
    messages: [{ role: "user", content: `question ${index}` }],
    format: {
      name: "answer",
      description: "",
      schema: { type: "object", properties: { code: { type: "string" } } },
    },
    sampling: { temperature: 0.6, topP: 0.9, maxTokens: 512, seed: null },
    sampleIndex: 0,
  };
}

/** Good answers a second over `seconds`. */
async function rateOver(seconds: number): Promise<{ rate: number; turnedAway: number }> {
  const before = server.answered();
  const throttledBefore = server.throttled();
  const started = performance.now();
  await sleep(seconds * 1_000);
  const elapsed = (performance.now() - started) / 1_000;
  return {
    rate: (server.answered() - before) / elapsed,
    turnedAway: (server.throttled() - throttledBefore) / elapsed,
  };
}

function print(
  phase: string,
  { rate, turnedAway }: { rate: number; turnedAway: number },
  ceiling: number,
): void {
  const best = (ceiling * 1_000) / LATENCY_MS;
  console.log(
    `${phase.padEnd(34)} ${rate.toFixed(1).padStart(6)}/s of ${best.toFixed(1)}/s = ${((100 * rate) / best).toFixed(1)} %  turned away ${turnedAway.toFixed(1)}/s  window ${scheduler.concurrency}`,
  );
}

/** What a client gets that has the right number of workers from the start, and nothing else to do. */
async function idealRate(seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let answers = 0;
  const body = JSON.stringify({ model: "scripted", messages: [{ role: "user", content: "ideal" }] });
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      const answer = await fetch(`${server.baseUrl}/chat/completions`, { method: "POST", body });
      await answer.json();
      if (answer.ok) answers++;
      else await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: CEILING }, one));
  return answers / seconds;
}

console.log(`a client with ${CEILING} workers and nothing else to do: ${(await idealRate(10)).toFixed(1)}/s`);
const workers = Array.from({ length: 256 }, async () => {
  while (!stop.signal.aborted) await model.complete(request(next++), stop.signal).catch(() => undefined);
});
await sleep(5_000);
print(`ceiling ${CEILING}, after 5 s`, await rateOver(20), CEILING);
Object.assign(server.plan, ceilingOf(LOWERED));
await sleep(30_000);
print(`lowered to ${LOWERED}, after 30 s`, await rateOver(PHASE_S - 30), LOWERED);
stop.abort();
await Promise.allSettled(workers);
await server.close();
await rm(folder, { recursive: true, force: true });
process.exit(0);

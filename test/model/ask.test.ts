/** The model port against a real HTTP server that shows every fault. */
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ModelRequest } from "../../src/contracts/model.ts";
import { openLedgerFile, readPaid } from "../../src/io/ledger-file.ts";
import { createOpenAiServer } from "../../src/io/openai.ts";
import { replyCacheFolder } from "../../src/io/reply-cache-folder.ts";
import { type AskOptions, createModel } from "../../src/model/ask.ts";
import { Budget } from "../../src/model/budget.ts";
import { memoryLedger } from "../../src/model/ledger.ts";
import { AdaptiveScheduler } from "../../src/model/scheduler.ts";
import {
  type Fault,
  type ScriptedServer,
  type ServerPlan,
  startScriptedServer,
} from "../helpers/scripted-server.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const signal = new AbortController().signal;

const request = (text: string, overrides: Partial<ModelRequest> = {}): ModelRequest => ({
  promptId: "test",
  promptHash: "0",
  messages: [{ role: "user", content: text }],
  format: {
    name: "write_code",
    description: "The code.",
    schema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
  },
  sampling: { temperature: 0.6, topP: 0.9, maxTokens: 100, seed: null },
  sampleIndex: 0,
  ...overrides,
});

async function serverFor(plan: ServerPlan): Promise<ScriptedServer> {
  const server = await startScriptedServer(plan);
  onTestFinished(() => server.close());
  return server;
}

async function modelFor(server: ScriptedServer, overrides: Partial<AskOptions> = {}) {
  const folder = await tempFolder();
  return createModel({
    server: createOpenAiServer({
      baseUrl: server.baseUrl,
      apiKey: null,
      azureApiVersion: null,
      timeoutMs: 400,
    }),
    model: "scripted",
    price: { input: 1, cachedInput: 1, output: 10 },
    budget: new Budget(null),
    ledger: memoryLedger(),
    scheduler: new AdaptiveScheduler({
      maxConcurrency: 64,
      now: () => performance.now(),
      sleep: (ms) => sleep(Math.min(ms, 20)),
      random: () => 0.5,
    }),
    cache: replyCacheFolder(folder),
    protocols: ["call"],
    maxTokensCeiling: 400,
    maxRepeats: 2,
    countTokens: (text) => text.length / 4,
    ...overrides,
  });
}

describe("outcomes through the port", () => {
  it.each<[Fault, number, string, number]>([
    ["429", 1, "complete", 2],
    ["429-retry-after", 1, "complete", 2],
    ["500", 2, "complete", 3],
    ["cut", 2, "complete", 3],
    ["hang", 1, "complete", 2],
    ["truncated", 1, "complete", 2],
    ["truncated-call", 1, "complete", 2],
    ["malformed", 1, "complete", 2],
    ["empty", 1, "complete", 2],
    ["truncated", 99, "truncated", 3],
    ["malformed", 99, "malformed", 3],
    ["empty", 99, "empty", 3],
    ["hang", 99, "timed-out", 3],
    ["refused", 99, "refused", 1],
    ["filtered", 99, "filtered", 1],
  ])("%s for %i calls ends as %s after %i requests", async (fault, times, outcome, requests) => {
    let asked = 0;
    const server = await serverFor({ fault: () => (asked++ < times ? fault : null) });
    const reply = await (await modelFor(server)).complete(request("hello"), signal);
    expect(reply.outcome).toBe(outcome);
    expect(server.requests()).toBe(requests);
    if (outcome === "complete") expect(reply.fields).toEqual({ code: "text of code" });
    else expect(reply.fields).toBeNull();
  });

  it("points out what was wrong when it asks again", async () => {
    const server = await serverFor({ fault: (body) => (body.messages.length === 1 ? "malformed" : null) });
    await (await modelFor(server)).complete(request("hello"), signal);
    expect(server.bodies[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(server.bodies[0]?.messages.at(-1)?.content).toContain("cannot be used");
  });

  it("gives up on a server that stays broken, and says that nothing is lost", async () => {
    const server = await serverFor({ fault: () => "500" });
    await expect((await modelFor(server)).complete(request("a"), signal)).rejects.toMatchObject({
      code: "model-unavailable",
      retryable: true,
    });
  });
});

describe("what a server can do is found by asking", () => {
  const protocols = ["call", "json", "tags"] as const;

  it.each<[string, ServerPlan, number]>([
    ["function calls", {}, 1],
    ["rejects tools", { tools: false }, 2],
    ["takes tools and answers prose", { tools: "ignored" }, 2],
    ["has neither tools nor schemas", { tools: "ignored", schemas: false }, 2],
    ["takes both and answers prose", { tools: "ignored", schemas: "ignored" }, 2],
  ])("%s", async (_name, plan, probes) => {
    const server = await serverFor(plan);
    const cache = replyCacheFolder(await tempFolder());
    const model = await modelFor(server, { protocols, cache });
    const replies = await Promise.all(["a", "b", "c"].map((text) => model.complete(request(text), signal)));
    for (const reply of replies)
      expect(reply).toMatchObject({ outcome: "complete", fields: { code: "text of code" }, calls: 1 });
    expect(server.requests()).toBe(probes + 3);

    const later = await modelFor(server, { protocols, cache }); // another process: the answer is remembered
    await later.complete(request("d"), signal);
    expect(server.requests()).toBe(probes + 4);
  });

  it("asks nothing when only free text is wanted", async () => {
    const server = await serverFor({});
    const model = await modelFor(server, { protocols });
    await model.complete(request("a", { format: null }), signal);
    expect(server.requests()).toBe(1);
  });

  it("does not settle on a form when the server gave no answer", async () => {
    let hanging = true;
    const server = await serverFor({ fault: () => (hanging ? "hang" : null) });
    const model = await modelFor(server, { protocols });
    await expect(model.complete(request("a"), signal)).rejects.toMatchObject({ code: "model-unavailable" });
    hanging = false;
    expect((await model.complete(request("a"), signal)).outcome).toBe("complete");
    expect(server.bodies.every(({ tools }) => tools !== undefined)).toBe(true);
  });
});

describe("requests that the server rejects", () => {
  it("a prompt that is too long is no sign that function calls are missing", async () => {
    const server = await serverFor({ contextChars: 1_000 });
    const model = await modelFor(server, { protocols: ["call", "json", "tags"] });
    await expect(model.complete(request("x".repeat(2_000)), signal)).rejects.toMatchObject({
      code: "input-invalid",
    });
    expect((await model.complete(request("short"), signal)).outcome).toBe("complete");
    expect(server.bodies.at(-1)?.tools).toBeDefined();
  });

  it("newer models get the limit on tokens under its other name", async () => {
    const reject: ServerPlan["reject"] = ({ max_tokens }) =>
      max_tokens === undefined
        ? null
        : { status: 400, error: { code: "unsupported_parameter", param: "max_tokens", message: "no" } };
    const server = await serverFor({ reject });
    const model = await modelFor(server);
    expect((await model.complete(request("a"), signal)).outcome).toBe("complete");
    await model.complete(request("b"), signal);
    expect(server.requests()).toBe(3);
    expect(server.bodies.map((body) => body.max_completion_tokens)).toEqual([100, 100]);
  });

  it("says how to leave the temperature to a model that takes only its own", async () => {
    const reject: ServerPlan["reject"] = ({ temperature }) =>
      temperature === undefined
        ? null
        : { status: 400, error: { code: "unsupported_value", param: "temperature", message: "only 1" } };
    const server = await serverFor({ reject });
    const model = await modelFor(server);
    await expect(model.complete(request("a"), signal)).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining("model.sampling.temperature"),
    });
    const sampling = { temperature: null, topP: null, maxTokens: 100, seed: null };
    expect((await model.complete(request("a", { sampling }), signal)).outcome).toBe("complete");
  });
});

describe("cache", () => {
  it("asks the same question once, another sample or another server again", async () => {
    const server = await serverFor({});
    const model = await modelFor(server);
    const first = await model.complete(request("a"), signal);
    const second = await model.complete(request("a"), signal);
    expect(second).toMatchObject({ fields: first.fields, fromCache: true, calls: 0, costUsd: 0 });
    await model.complete(request("a", { sampleIndex: 1 }), signal);
    expect(server.requests()).toBe(2);
  });

  it("never keeps an answer that is not complete", async () => {
    let broken = true;
    const server = await serverFor({ fault: () => (broken ? "refused" : null) });
    const model = await modelFor(server);
    expect((await model.complete(request("a"), signal)).outcome).toBe("refused");
    broken = false;
    expect((await model.complete(request("a"), signal)).outcome).toBe("complete");
  });

  it("replays a recording without a server, and says which answer is missing", async () => {
    const server = await serverFor({});
    const folder = await tempFolder();
    await (await modelFor(server, { cache: replyCacheFolder(folder) })).complete(request("a"), signal);
    await server.close();
    const replay = await modelFor(server, { cache: replyCacheFolder(folder, "replay") });
    expect((await replay.complete(request("a"), signal)).outcome).toBe("complete");
    await expect(replay.complete(request("b"), signal)).rejects.toMatchObject({ code: "input-not-found" });
  });
});

describe("the ledger", () => {
  it("knows what a killed process paid, and who it was for", async () => {
    const server = await serverFor({});
    const folder = await tempFolder();
    const path = join(folder, "logs", "calls.jsonl");
    const first = await modelFor(server, {
      ledger: await openLedgerFile(path),
      cache: replyCacheFolder(folder),
    });
    const paid = await first.complete(request("a"), signal);
    await appendFile(path, '{"key": "cut o');

    const ledger = await openLedgerFile(path);
    expect(ledger.spentUsd).toBeCloseTo(paid.costUsd ?? Number.NaN, 12);
    const second = await modelFor(server, { ledger, cache: replyCacheFolder(folder) });
    const again = await second.complete(request("a"), signal);
    expect(again).toEqual(paid); // as if nothing had happened
    expect(server.requests()).toBe(1);
    expect(await readPaid(path)).toHaveLength(1);
  });
});

describe("money", () => {
  it("counts every call of a reply and stops before the budget is passed", async () => {
    const server = await serverFor({ fault: (body) => (body.messages.length === 1 ? "malformed" : null) });
    const budget = new Budget(0.003);
    const model = await modelFor(server, { budget });
    const reply = await model.complete(request("a"), signal);
    expect(reply.calls).toBe(2);
    expect(reply.costUsd).toBeCloseTo(budget.spentUsd, 12);
    await expect(
      (async () => {
        for (let index = 0; index < 50; index++) await model.complete(request(`q${index}`), signal);
      })(),
    ).rejects.toMatchObject({ code: "budget-exhausted", hint: expect.stringContaining("--budget") });
    expect(budget.spentUsd).toBeLessThanOrEqual(0.003);
  });

  it("refuses a budget over an unknown price, and calls the cost unknown without one", async () => {
    const server = await serverFor({});
    const limited = await modelFor(server, { price: null, budget: new Budget(1) });
    await expect(limited.complete(request("a"), signal)).rejects.toMatchObject({ code: "budget-exhausted" });
    const free = await modelFor(server, { price: null });
    expect((await free.complete(request("a"), signal)).costUsd).toBeNull();
  });
});

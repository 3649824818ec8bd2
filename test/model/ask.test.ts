/** The model port against a real HTTP server that shows every fault. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ModelRequest } from "../../src/contracts/model.ts";
import { createOpenAiServer } from "../../src/io/openai.ts";
import { replyCacheFolder } from "../../src/io/reply-cache-folder.ts";
import { type AskOptions, createModel } from "../../src/model/ask.ts";
import { Budget } from "../../src/model/budget.ts";
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
    scheduler: new AdaptiveScheduler({
      maxConcurrency: 64,
      now: () => performance.now(),
      sleep: (ms) => sleep(Math.min(ms, 20)),
      random: () => 0.5,
    }),
    cache: replyCacheFolder(folder),
    protocols: ["call", "json", "tags"],
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

  it("asks in tags when the server has no function calls, and remembers it", async () => {
    const server = await serverFor({ tools: false });
    const model = await modelFor(server, { protocols: ["call", "tags"] });
    expect(await model.complete(request("a"), signal)).toMatchObject({
      outcome: "complete",
      fields: { code: "text of code" },
    });
    await model.complete(request("b"), signal);
    expect(server.requests()).toBe(3);
  });

  it("gives up on a server that stays broken, and says that nothing is lost", async () => {
    const server = await serverFor({ fault: () => "500" });
    await expect((await modelFor(server)).complete(request("a"), signal)).rejects.toMatchObject({
      code: "model-unavailable",
      retryable: true,
    });
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

/** The Batch API as a model server: gathered, noted before it is paid for, found again after a kill. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ModelRequest } from "../../src/contracts/model.ts";
import { createBatchServer } from "../../src/io/openai-batch.ts";
import { replyCacheFolder } from "../../src/io/reply-cache-folder.ts";
import { createModel } from "../../src/model/ask.ts";
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
import { buildAll, numberRun } from "../helpers/model-run.ts";
import { scriptedField } from "../helpers/scripted-task.ts";

const signal = new AbortController().signal;

const request = (text: string): ModelRequest => ({
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
});

async function serverFor(plan: ServerPlan): Promise<ScriptedServer> {
  const server = await startScriptedServer(plan);
  onTestFinished(() => server.close());
  return server;
}

/** A process of its own as far as batches can tell: only the folders are shared. */
function processOn(server: ScriptedServer, folder: string, cache = "cache") {
  return createModel({
    server: createBatchServer({
      baseUrl: server.baseUrl,
      apiKey: null,
      azureApiVersion: null,
      timeoutMs: 5_000,
      folder: join(folder, "batches"),
      gatherMs: 30,
      pollMs: 20,
    }),
    model: "scripted",
    price: { input: 1, cachedInput: 1, output: 10 },
    budget: new Budget(null),
    ledger: memoryLedger(),
    scheduler: new AdaptiveScheduler({
      maxConcurrency: 1_000,
      initialConcurrency: 1_000,
      now: () => performance.now(),
      sleep: () => Promise.resolve(),
      random: () => 0.5,
    }),
    cache: replyCacheFolder(join(folder, cache)),
    protocols: ["call"],
    maxTokensCeiling: 400,
    maxRepeats: 2,
    countTokens: (text) => text.length / 4,
  });
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `question ${index}`);

describe("batches", () => {
  it("sends what comes together as one batch, with the same answers and the same cache", async () => {
    const server = await serverFor({});
    const folder = await tempFolder();
    const model = processOn(server, folder);
    const replies = await Promise.all(texts(50).map((text) => model.complete(request(text), signal)));
    for (const reply of replies)
      expect(reply).toMatchObject({ outcome: "complete", fields: { code: "text of code" }, calls: 1 });
    expect(server.batches.made).toHaveLength(1);
    await model.complete(request("question 7"), signal);
    expect(server.batches.made).toHaveLength(1);
    expect(server.requests()).toBe(50);
  });

  it.each<[Fault, string]>([
    ["500", "complete"],
    ["429", "complete"],
    ["truncated", "complete"],
    ["malformed", "complete"],
    ["empty", "complete"],
    ["refused", "refused"],
    ["filtered", "filtered"],
  ])("a line that fails as %s is asked again alone, and ends as %s", async (fault, outcome) => {
    const lasting = outcome !== "complete";
    const server = await serverFor({
      fault: ({ messages }, n) =>
        messages[0]?.content === "question 1" && messages.length === 1 && (n === 0 || lasting) ? fault : null,
    });
    // a truncated answer is asked again with more room, which is another line with the same messages
    const model = processOn(server, await tempFolder());
    const replies = await Promise.all(texts(3).map((text) => model.complete(request(text), signal)));
    expect(replies.map((reply) => reply.outcome)).toEqual(["complete", outcome, "complete"]);
    expect(server.requests()).toBe(lasting ? 3 : 4);
  });

  it("a batch that expires is sent again", async () => {
    const server = await serverFor({});
    server.batches.expire = true;
    const model = processOn(server, await tempFolder());
    const reply = model.complete(request("a"), signal);
    await expect.poll(() => server.batches.made.length).toBeGreaterThanOrEqual(2);
    server.batches.expire = false;
    expect((await reply).outcome).toBe("complete");
  });
});

describe("a killed run", () => {
  it("picks the same batch up again: nothing is sent twice", async () => {
    const server = await serverFor({ batchMs: 300 });
    const folder = await tempFolder();
    const stop = new AbortController();
    const first = processOn(server, folder);
    const lost = texts(20).map((text) =>
      first.complete(request(text), stop.signal).catch((error: unknown) => error),
    );
    await expect.poll(() => notes(folder).some((note) => note.includes("batch-1"))).toBe(true);
    stop.abort();
    for (const error of await Promise.all(lost)) expect(error).toMatchObject({ name: "AbortError" });

    const second = processOn(server, folder);
    const replies = await Promise.all(texts(20).map((text) => second.complete(request(text), signal)));
    expect(replies.every(({ outcome }) => outcome === "complete")).toBe(true);
    expect(server.batches.made).toHaveLength(1);
    expect(server.requests()).toBe(20);
  });

  it("finds a batch that was made, although the kill came before its name was noted", async () => {
    const server = await serverFor({ batchMs: 100 });
    const folder = await tempFolder();
    const first = processOn(server, folder);
    await first.complete(request("a"), signal);
    const [path] = paths(folder);
    const note = JSON.parse(readFileSync(path ?? "", "utf8")) as Record<string, unknown>;
    writeFileSync(path ?? "", JSON.stringify({ ...note, batchId: null }));

    const second = processOn(server, folder, "empty");
    expect((await second.complete(request("a"), signal)).outcome).toBe("complete");
    expect(server.batches.made).toHaveLength(1);
  });

  it("forgets a batch that was never made, and sends it", async () => {
    const server = await serverFor({});
    const folder = await tempFolder();
    const first = processOn(server, folder);
    await first.complete(request("a"), signal);
    const [path] = paths(folder);
    const note = JSON.parse(readFileSync(path ?? "", "utf8")) as Record<string, unknown>;
    writeFileSync(path ?? "", JSON.stringify({ ...note, id: "never-made", batchId: null }));
    const second = processOn(server, folder, "empty");
    expect((await second.complete(request("a"), signal)).outcome).toBe("complete");
    expect(server.batches.made).toHaveLength(2);
  });
});

describe("a build by batches", () => {
  it("makes the same tasks, with one batch a piece", async () => {
    const server = await serverFor({ fill: scriptedField });
    const folder = await tempFolder();
    const prices = { scripted: { input: 1, cachedInput: 1, output: 10 } };
    const config = await numberRun(folder, server.baseUrl, { model: { batch: true, prices } });
    const { export: rows, money } = await buildAll(config);
    expect(rows.all).toBe(6);
    expect(server.batches.made.length).toBe(4);
    expect(money?.total.calls).toBe(24);
  }, 240_000);
});

function paths(folder: string): string[] {
  return readdirSync(join(folder, "batches"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, "batches", name));
}

function notes(folder: string): string[] {
  try {
    return paths(folder).map((path) => readFileSync(path, "utf8"));
  } catch {
    return []; // not there yet
  }
}

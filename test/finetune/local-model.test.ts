/** The model's server and its client without torch: the protocol, batches, faults, and an end without leftovers. */
import { existsSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ToolkitError } from "../../src/index.ts";
import { openLocalModel } from "../../src/io/local-model.ts";
import { hostPlace, type ScriptPlace } from "../../src/io/script-place.ts";
import type { CallRequest } from "../../src/model/model-call.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { standInFolder } from "./stand-in.ts";

const here = hostPlace("python3", null, standInFolder);

async function opened(place: ScriptPlace = here) {
  const folder = await tempFolder();
  const stop = new AbortController();
  const model = openLocalModel({
    place,
    model: folder,
    adapter: null,
    plain: false,
    fourBit: "auto",
    batchSize: 4,
    identity: "x",
    log: join(folder, "serve.log"),
    signal: stop.signal,
  });
  onTestFinished(() => model.close());
  return { ...model, folder, stop };
}

function request(text: string, sampling: Partial<CallRequest["sampling"]> = {}): CallRequest {
  return {
    model: "base",
    messages: [{ role: "user", content: text }],
    format: null,
    protocol: "tags",
    sampling: { temperature: 0.6, topP: 0.9, maxTokens: 100, seed: null, ...sampling },
  };
}

const never = new AbortController().signal;

describe("a model of this machine", () => {
  it("is started by the first call and answers", async () => {
    const { server, folder } = await opened();
    expect(existsSync(join(folder, "serve.log"))).toBe(false);
    const { answer, usage } = await server.call(request("hello"), never, "key");
    expect(answer).toMatchObject({ content: "I do not know this.", finishReason: "stop" });
    expect(usage).toMatchObject({ promptTokens: 1, completionTokens: 5 });
  });

  it("says of a cut answer that it was cut", async () => {
    const { server } = await opened();
    const { answer } = await server.call(request("hello", { maxTokens: 2 }), never, "key");
    expect(answer).toMatchObject({ content: "I do", finishReason: "length" });
  });

  it("answers what waits together in batches, and what has a seed alone", async () => {
    const { server } = await opened();
    await server.call(request("hello"), never, "key");
    const ask = (seed: number | null) =>
      Promise.all(
        Array.from({ length: 12 }, async () => {
          const { answer } = await server.call(request("how many?", { seed }), never, "key");
          return Number(answer.content);
        }),
      );
    const sizes = await ask(null);
    expect(Math.max(...sizes)).toBe(4);
    expect(await ask(7)).toEqual(Array.from({ length: 12 }, () => 1));
  });

  it("refuses what is longer than its context as a server does, and others of the batch are answered", async () => {
    const { server } = await opened();
    const [long, short] = await Promise.allSettled([
      server.call(request("too long"), never, "key"),
      server.call(request("hello"), never, "key"),
    ]);
    expect(long).toMatchObject({ status: "rejected", reason: { code: "input-invalid" } });
    expect(short.status).toBe("fulfilled");
  });

  it("is reached by a Unix socket where loopback is not shared", async () => {
    const apart: ScriptPlace = { ...here, sharesLoopback: false };
    const { server } = await opened(apart);
    const { answer } = await server.call(request("hello"), never, "key");
    expect(answer.content).toBe("I do not know this.");
  });

  it("that cannot be started says why", async () => {
    const { server, folder } = await opened(hostPlace("python3", null, "/no/such/folder"));
    const failure = await server.call(request("hello"), never, "key").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolkitError);
    expect(failure).toMatchObject({ code: "prerequisite-missing" });
    expect((failure as ToolkitError).message).toContain("the model's server ended with status 2");
    expect((failure as ToolkitError).hint).toContain("serve.log");
    expect(readFileSync(join(folder, "serve.log"), "utf8")).toContain("can't open file");
  });

  it("ends with the work", async () => {
    const pids = join(await tempFolder(), "pids");
    process.env["STARTS"] = pids;
    const model = await opened();
    await model.server.call(request("hello"), never, "key");
    delete process.env["STARTS"];
    await model.close();
    expect(existsSync(`/proc/${readFileSync(pids, "utf8").trim()}`)).toBe(false);
  });
});

describe("the server's protocol", () => {
  async function started() {
    const script = await here.run("serve_model.py", ["--end-with-input"], { readable: [], writable: [] });
    onTestFinished(() => script.kill());
    const [chunk] = (await once(script.output, "data")) as [Buffer];
    const { address } = JSON.parse(chunk.toString()) as { address: string };
    const post = (body: unknown, type = "application/json") =>
      fetch(`${address}/chat/completions`, {
        method: "POST",
        headers: { "content-type": type },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    return { address, post, script };
  }
  const good = { model: "base", messages: [{ role: "user", content: "hello" }] };

  it.each([
    ["another model", { ...good, model: "other" }, 404, "there are base"],
    ["a stream", { ...good, stream: true }, 400, "stream is not supported"],
    ["several answers", { ...good, n: 2 }, 400, "ask several times"],
    ["tools", { ...good, tools: [{}] }, 400, "tools is not supported"],
    ["a format", { ...good, response_format: { type: "json_object" } }, 400, "response_format"],
    ["no messages", { ...good, messages: [] }, 400, "messages must be a list"],
    ["pictures", { ...good, messages: [{ role: "user", content: [{}] }] }, 400, "text as content"],
    ["a wild temperature", { ...good, temperature: 9 }, 400, "temperature must be a number from 0 to 2"],
    ["no tokens", { ...good, max_tokens: 0 }, 400, "max_tokens must be a number from 1"],
    ["a broken seed", { ...good, seed: "x" }, 400, "seed must be a whole number"],
    ["a broken stop", { ...good, stop: [""] }, 400, "stop must be"],
    [
      "a fault of the model",
      { ...good, messages: [{ role: "user", content: "break" }] },
      500,
      "the model broke",
    ],
    ["no JSON", "{", 400, "no JSON"],
    ["a list", [], 400, "JSON object"],
  ])("refuses %s with a reason", async (_what, body, status, message) => {
    const { post } = await started();
    const answer = await post(body);
    expect(answer.status).toBe(status);
    const { error } = (await answer.json()) as { error: { message: string; type: string } };
    expect(error.message).toContain(message);
  });

  it("refuses what a page in a browser could send, lists its models, stops at stop texts, and ends with its input", async () => {
    const { address, post, script } = await started();
    expect((await post(good, "text/plain")).status).toBe(415);
    const models = (await (await fetch(`${address}/models`)).json()) as { data: { id: string }[] };
    expect(models.data.map(({ id }) => id)).toEqual(["base"]);
    expect((await fetch(`${address}/nothing`)).status).toBe(404);
    const answer = (await (await post({ ...good, stop: [" not"] })).json()) as {
      choices: { message: { content: string }; finish_reason: string }[];
    };
    expect(answer.choices[0]).toMatchObject({ message: { content: "I do" }, finish_reason: "stop" });
    script.end();
    expect(await script.ended).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { asFailure, createHttp } from "../../src/io/http.ts";
import { parseRateLimit, retryDelayMs } from "../../src/io/retry-delay.ts";
import { startServer } from "../scrapers/hub-server.ts";

describe("createHttp", () => {
  it("refuses a body over the limit", async () => {
    const server = await startServer(() => ({ body: "x".repeat(5_000) }));
    const http = createHttp({ maxBodyBytes: 1_000 });
    await expect(http.get(server.url)).rejects.toMatchObject({ kind: "too-large" });
    await http.close();
  });

  it("names a cut connection and a server that is not there", async () => {
    const server = await startServer(() => ({ body: "half", cut: true }));
    const http = createHttp({ retries: 0 });
    await expect(http.get(server.url)).rejects.toMatchObject({ kind: "cut-off" });
    await expect(http.get("http://127.0.0.1:9/")).rejects.toMatchObject({ kind: "unreachable" });
    await http.close();
  });

  it("gives up on a server that does not answer", async () => {
    const http = createHttp({ timeoutMs: 300, retries: 0 });
    const { createServer } = await import("node:net");
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => {
      silent.listen(0, "127.0.0.1", resolve);
    });
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(http.get(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ kind: "timeout" });
    await http.close();
    silent.close();
  });
});

describe("retryDelayMs", () => {
  const answered = (statusCode: number, headers: Record<string, string> = {}): Error =>
    Object.assign(new Error("no"), { statusCode, headers });

  it.each([
    ["seconds", answered(429, { "retry-after": "7" }), 7_000],
    ["a date", answered(503, { "retry-after": "Thu, 01 Jan 1970 00:00:09 GMT" }), 8_000],
    ["a used-up quota", answered(429, { ratelimit: '"api";r=0;t=55' }), 56_000],
    ["a quota with something left", answered(429, { ratelimit: '"api";r=3;t=55' }), 200],
    ["nothing", answered(500), 200],
    ["not found", answered(404), null],
  ])("%s", (_name, error, delay) => {
    expect(retryDelayMs(error, 0, 1_000)).toBe(delay);
  });

  it("grows with the tries and ends growing", () => {
    expect([0, 1, 2, 20].map((counter) => retryDelayMs(answered(502), counter))).toEqual([
      200, 400, 800, 10_000,
    ]);
  });

  it("reads the quota header", () => {
    expect(parseRateLimit('"api";r=488;t=189')).toEqual({ bucket: "api", remaining: 488, resetSeconds: 189 });
    expect(parseRateLimit("nonsense")).toBeNull();
  });

  it("keeps what is a failure already", () => {
    const failure = asFailure(new Error("x"), "http://a/");
    expect(asFailure(failure, "http://b/")).toBe(failure);
  });
});

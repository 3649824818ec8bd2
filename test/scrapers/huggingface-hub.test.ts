/** The live Hub client against a server on this machine. */
import { describe, expect, it } from "vitest";
import { sources } from "../../scrapers/index.ts";
import { card } from "./fixtures.ts";
import { listHub, model } from "./hub-listing.ts";
import { json, startServer, type Answer, type TestServer } from "./hub-server.ts";
import { accepted, collect, pagesOf, testContext } from "./support.ts";

const { huggingface } = sources;

const quota = { ratelimit: '"api";r=400;t=100', "ratelimit-policy": '"fixed window";"api";q=500;w=300' };

describe("searching", () => {
  it("sends the filters, follows the cursor and keeps the order", async () => {
    const server: TestServer = await startServer((_request, url): Answer => {
      if (url.pathname !== "/api/models")
        return { body: card, headers: { etag: '"e"', "x-repo-commit": "sha-8" } };
      if (url.searchParams.get("cursor") === "next%3D") return json([model("owner/three")], quota);
      // A mirror may pass on the Hub's own address: the client stays where it was sent.
      const next = "https://huggingface.co/api/models?limit=3&cursor=next%253D";
      return json([model("owner/one"), model("owner/two")], { ...quota, link: `<${next}>; rel="next"` });
    });
    const listed = await listHub(server, {
      task: "text-classification",
      library: "transformers",
      author: "owner",
      licence: "mit",
      search: "tiny",
      limit: 3,
    });
    expect(pagesOf(listed).map((page) => page.input)).toEqual(["owner/one", "owner/two", "owner/three"]);
    const query = new URL(server.asked[0] ?? "", server.url).searchParams;
    expect(query.get("pipeline_tag")).toBe("text-classification");
    expect(query.get("author")).toBe("owner");
    expect(query.get("search")).toBe("tiny");
    expect(query.getAll("filter")).toEqual(["transformers", "license:mit"]);
    expect(server.asked.some((path) => path.includes("cursor=next%253D"))).toBe(true);
    expect(server.asked).toContain("/owner/one/resolve/sha-9/README.md");
    const [page] = pagesOf(listed);
    expect(page).toMatchObject({ url: `${server.url}/owner/one`, revision: "sha-9", etag: '"e"' });
  });

  it("stops below the fewest downloads", async () => {
    const server = await startServer((_request, url) =>
      url.pathname === "/api/models"
        ? json([model("a/b", { downloads: 50 }), model("a/c", { downloads: 2 })])
        : { body: card },
    );
    expect(pagesOf(await listHub(server, { minDownloads: 10 })).map((page) => page.input)).toEqual(["a/b"]);
  });

  it.each([
    [401, { "x-error-message": "Invalid username or password." }, "unauthorized"],
    [404, {}, "http-failed"],
    [400, {}, "http-failed"],
  ])("a search refused with %i is an error with a hint", async (status, headers, code) => {
    const server = await startServer(() => ({ status, headers, body: "no" }));
    await expect(listHub(server)).rejects.toMatchObject({ code, hint: expect.any(String) });
  });

  it("a search that breaks off keeps what it had", async () => {
    let pages = 0;
    const server: TestServer = await startServer((_request, url) => {
      if (url.pathname !== "/api/models") return { body: card };
      pages += 1;
      return pages === 1
        ? json([model("a/b")], { link: `<${server.url}/api/models?cursor=x>; rel="next"` })
        : { status: 403 };
    });
    const listed = await listHub(server, { limit: 10 });
    expect(listed.map((item) => item.kind)).toEqual(["page", "failed"]);
    expect(listed[1]).toMatchObject({ reason: "search-cut" });
  });

  it("says that nothing answers", async () => {
    const options = huggingface.options.parse({ hubUrl: "http://127.0.0.1:9" });
    await expect(collect(huggingface.list(options, testContext()))).rejects.toMatchObject({
      code: "http-failed",
      retryable: true,
    });
  });
});

describe("one repository", () => {
  const cases: [string, Answer, Answer, string][] = [
    [
      "401 for a missing one",
      { status: 401, headers: { "x-error-code": "RepoNotFound" } },
      {},
      "unauthorized",
    ],
    [
      "404",
      { status: 404, headers: { "x-error-code": "RepoNotFound", "x-error-message": "Repository not found" } },
      {},
      "not-found",
    ],
    [
      "403",
      { status: 403, headers: { "x-error-message": "Access to this resource is disabled." } },
      {},
      "forbidden",
    ],
    [
      "400 with a list of errors",
      { status: 400, ...json({}), body: '{"error":["bad id"]}' },
      {},
      "fetch-failed",
    ],
    [
      "a gated card",
      json(model("a/b", { gated: "manual" })),
      { status: 401, headers: { "x-error-code": "GatedRepo" } },
      "gated",
    ],
    ["a gated card without the code", json(model("a/b", { gated: "auto" })), { status: 403 }, "gated"],
    [
      "no README",
      json(model("a/b")),
      { status: 404, headers: { "x-error-code": "EntryNotFound" } },
      "no-card",
    ],
    ["a cut connection", json(model("a/b")), { body: card.slice(0, 90), cut: true }, "fetch-failed"],
    ["no JSON", { body: "<html>" }, {}, "fetch-failed"],
  ];

  it.each(cases)("%s is a failed item with its reason", async (_name, details, readme, reason) => {
    const server = await startServer((_request, url) =>
      url.pathname.startsWith("/api/") ? details : readme,
    );
    const [listed] = await listHub(server, { id: ["a/b"] });
    expect(listed).toMatchObject({
      kind: "failed",
      input: "a/b",
      reason,
      detail: expect.stringMatching(/\S/),
    });
  });

  it("a renamed one is followed by a relative redirect, and both names are kept", async () => {
    const server = await startServer((_request, url) => {
      if (url.pathname === "/api/models/old-name")
        return {
          status: 307,
          headers: { location: "/api/models/owner/new-name" },
          body: "Temporary Redirect.",
        };
      return url.pathname.startsWith("/api/") ? json(model("owner/new-name")) : { body: card };
    });
    const context = testContext();
    const [page] = pagesOf(await listHub(server, { id: ["old-name"] }, context));
    if (page === undefined) throw new Error("no page");
    const document = accepted(await huggingface.parse(page));
    expect(document).toMatchObject({
      id: "huggingface:old-name",
      name: "owner/new-name",
      group: "owner/new-name",
      extra: { renamedFrom: "old-name" },
    });
    expect(context.notes).toEqual(["old-name is now called owner/new-name"]);
  });

  it("a token goes to the Hub and not to the host it redirects to", async () => {
    const other = await startServer(() => ({ body: card }));
    const server = await startServer((_request, url) =>
      url.pathname.startsWith("/api/")
        ? json(model("a/b"))
        : { status: 302, headers: { location: `${other.url}/file` } },
    );
    expect(pagesOf(await listHub(server, { id: ["a/b"], token: "hf_0123456789abcdef" }))).toHaveLength(1);
    expect(
      server.requests.every((request) => request.headers.authorization === "Bearer hf_0123456789abcdef"),
    ).toBe(true);
    expect(other.requests.map((request) => request.headers.authorization)).toEqual([undefined]);
  });

  it("an unchanged card is not read again", async () => {
    const server = await startServer((request, url) => {
      if (url.pathname.startsWith("/api/")) return json(model("a/b"));
      return request.headers["if-none-match"] === '"e"'
        ? { status: 304 }
        : { body: card, headers: { etag: '"e"' } };
    });
    const listed = await listHub(
      server,
      { id: ["a/b"] },
      testContext({ "a/b": { etag: '"e"', contentHash: null } }),
    );
    expect(listed).toEqual([{ kind: "unchanged", input: "a/b" }]);
  });
});

describe("waiting", () => {
  it("500 is tried again", async () => {
    let tries = 0;
    const server = await startServer((_request, url) => {
      if (!url.pathname.startsWith("/api/")) return { body: card };
      tries += 1;
      return tries < 3 ? { status: 500, body: "oops" } : json(model("a/b"));
    });
    expect(pagesOf(await listHub(server, { id: ["a/b"] }))).toHaveLength(1);
    expect(tries).toBe(3);
  });

  it.each([
    ["Retry-After", { "retry-after": "1" }, 1_000],
    ["a used-up quota", { ratelimit: '"api";r=0;t=0' }, 1_000],
  ])("429 waits as long as %s says", async (_name, headers, leastMs) => {
    let refused = 0;
    const server = await startServer((_request, url) => {
      if (!url.pathname.startsWith("/api/")) return { body: card };
      refused += 1;
      return refused === 1 ? { status: 429, headers, body: "slow down" } : json(model("a/b"), quota);
    });
    const startedAt = performance.now();
    expect(pagesOf(await listHub(server, { id: ["a/b"] }))).toHaveLength(1);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(leastMs - 50);
  });

  it("a quota with something left is no reason to wait, one used up is", async () => {
    const server = await startServer((_request, url) =>
      url.pathname.startsWith("/api/")
        ? json(model("a/b"), { ratelimit: `"api";r=${url.pathname.endsWith("one") ? 0 : 5};t=0` })
        : { body: card },
    );
    const context = testContext();
    await listHub(server, { id: ["a/zero", "a/one", "a/two"], concurrency: 1 }, context);
    expect(context.notes.filter((note) => note.includes("quota"))).toHaveLength(1);
  });

  it("a limit that stays is told as such", async () => {
    const server = await startServer(() => ({ status: 429, headers: { "retry-after": "100000" } }));
    expect(await listHub(server, { id: ["a/b"] })).toMatchObject([
      { kind: "failed", reason: "rate-limited" },
    ]);
  });
});

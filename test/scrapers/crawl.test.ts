/** The crawl of a documentation site, against a server on this machine. */
import { describe, expect, it } from "vitest";
import type { Listed } from "../../src/contracts/source.ts";
import { sha256 } from "../../src/util/hash.ts";
import { sources } from "../../scrapers/index.ts";
import { startServer, type Answer, type TestServer } from "./hub-server.ts";
import { collect, testContext, type TestContext } from "./support.ts";

function html(...links: string[]): Answer {
  return {
    headers: { "content-type": "text/html" },
    body: `<html><body><h1>Page</h1>${links.map((link) => `<a href="${link}">x</a>`).join("")}</body></html>`,
  };
}

function site(pages: Record<string, Answer>): Promise<TestServer> {
  return startServer((_request, url) => pages[url.pathname] ?? { status: 404 });
}

async function crawl(
  server: TestServer,
  options: Record<string, unknown> = {},
  context: TestContext = testContext(),
): Promise<string[]> {
  const listed = await collect(
    sources.docs.list(
      sources.docs.options.parse({ url: [`${server.url}/docs/index.html`], intervalMs: 0, ...options }),
      context,
    ),
  );
  return listed.map((item) => describeItem(item, server));
}

function describeItem(item: Listed, server: TestServer): string {
  const input = item.kind === "page" ? item.page.input : item.input;
  const path = input.replace(server.url, "");
  return item.kind === "page"
    ? path
    : item.kind === "unchanged"
      ? `${path} unchanged`
      : `${path} ${item.reason}`;
}

const linked = {
  "/docs/index.html": html(
    "b.html",
    "a.html#part",
    "/docs/a.html",
    "https://example.org/x",
    "/blog/",
    "pic.png",
    "mailto:x@example.org",
  ),
  "/docs/a.html": html("deep/c.html"),
  "/docs/b.html": html("index.html", "gone.html"),
  "/docs/deep/c.html": html("d.html"),
  "/docs/deep/d.html": html(),
};

describe("following links", () => {
  it("stays below the start, breadth first, each page once", async () => {
    const server = await site(linked);
    expect(await crawl(server)).toEqual([
      "/docs/index.html",
      "/docs/b.html",
      "/docs/a.html",
      "/docs/gone.html not-found",
      "/docs/deep/c.html",
      "/docs/deep/d.html",
    ]);
    expect(server.asked.filter((path) => path === "/docs/a.html")).toHaveLength(1);
  });

  it("obeys depth, number, include and exclude", async () => {
    expect(await crawl(await site(linked), { depth: 1 })).toEqual([
      "/docs/index.html",
      "/docs/b.html",
      "/docs/a.html",
    ]);
    expect(await crawl(await site(linked), { maxPages: 2 })).toEqual(["/docs/index.html", "/docs/b.html"]);
    expect(await crawl(await site(linked), { exclude: ["/docs/a"] })).not.toContain("/docs/a.html");
    expect(await crawl(await site(linked), { include: ["/docs/*a.html"] })).toEqual([
      "/docs/index.html",
      "/docs/a.html",
    ]);
  });

  it("asks robots.txt once and obeys it", async () => {
    const server = await site({
      ...linked,
      "/robots.txt": { body: "User-agent: *\nDisallow: /docs/deep/\n" },
    });
    expect(await crawl(server)).toContain("/docs/deep/c.html robots-disallowed");
    expect(server.asked).not.toContain("/docs/deep/c.html");
  });

  it("asks nothing of a site whose robots.txt is out of order", async () => {
    const server = await site({ ...linked, "/robots.txt": { status: 503, headers: { "retry-after": "0" } } });
    expect(await crawl(server)).toEqual(["/docs/index.html robots-disallowed"]);
  });

  it("an unchanged page is told so and still leads on", async () => {
    const server = await site(linked);
    const hash = sha256(linked["/docs/a.html"].body ?? "");
    const context = testContext({ [`${server.url}/docs/a.html`]: { etag: null, contentHash: hash } });
    const items = await crawl(server, {}, context);
    expect(items).toContain("/docs/a.html unchanged");
    expect(items).toContain("/docs/deep/c.html");
  });

  it("does not follow a page to another site", async () => {
    const other = await site({ "/": html() });
    const server = await site({
      "/docs/index.html": html("away.html"),
      "/docs/away.html": { status: 302, headers: { location: `${other.url}/` } },
    });
    expect(await crawl(server)).toEqual(["/docs/index.html", "/docs/away.html moved"]);
  });

  it("keeps its distance between requests, also when answers are slow", async () => {
    const startedMs: number[] = [];
    const pages: Record<string, Answer> = {
      "/docs/index.html": html("a.html", "b.html"),
      "/docs/a.html": html("c.html"),
    };
    const server = await startServer(async (_, url) => {
      const answer = pages[url.pathname] ?? { status: 404 };
      if (answer.status !== 404) startedMs.push(performance.now());
      if (url.pathname === "/docs/index.html") await new Promise((resolve) => setTimeout(resolve, 140));
      return answer;
    });
    pages["/docs/b.html"] = html();
    pages["/docs/c.html"] = html();
    expect(await crawl(server, { intervalMs: 150, sitemap: false })).toHaveLength(4);
    const gaps = startedMs.slice(1).map((at, index) => at - (startedMs[index] ?? 0));
    expect(gaps).toHaveLength(3);
    for (const gap of gaps) expect(gap).toBeGreaterThan(100); // the connection's own time varies
  });
});

describe("a sitemap", () => {
  it("names the pages, through an index, with entity tags", async () => {
    const server: TestServer = await startServer((request, url): Answer => {
      const { pathname } = url;
      if (pathname === "/robots.txt") return { body: `Sitemap: ${server.url}/map-index.xml\n` };
      if (pathname === "/map-index.xml")
        return { body: `<sitemapindex><sitemap><loc>${server.url}/map.xml</loc></sitemap></sitemapindex>` };
      if (pathname === "/map.xml")
        return {
          body: `<urlset>${["/docs/b.html", "/docs/a.html", "/other/c.html"].map((path) => `<url><loc>${server.url}${path}</loc></url>`).join("")}</urlset>`,
        };
      if (request.headers["if-none-match"] === '"b"') return { status: 304 };
      return { ...html(), headers: { "content-type": "text/html", etag: '"b"' } };
    });
    const context = testContext({ [`${server.url}/docs/b.html`]: { etag: '"b"', contentHash: null } });
    expect(await crawl(server, {}, context)).toEqual(["/docs/b.html unchanged", "/docs/a.html"]);
  });
});

describe("pages by address", () => {
  it("come with their entity tags, and failures with reasons", async () => {
    const server = await site({ "/hub/a.md": { body: "# A", headers: { etag: '"1"' } } });
    const options = sources.torchhub.options.parse({
      url: ["a.md", "gone.md"],
      base: `${server.url}/hub/`,
      intervalMs: 0,
    });
    const listed = await collect(sources.torchhub.list(options, testContext()));
    expect(listed).toMatchObject([
      { kind: "page", page: { etag: '"1"', url: `${server.url}/hub/a.md` } },
      { kind: "failed", reason: "not-found" },
    ]);
  });

  it("no address is an error with a hint", async () => {
    await expect(
      collect(sources.tfhub.list(sources.tfhub.options.parse({}), testContext())),
    ).rejects.toMatchObject({ code: "usage", hint: expect.any(String) });
  });
});

/** The live Hub client against answers that were recorded from the Hub, where they lie. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { huggingface } from "../../scrapers/huggingface/index.ts";
import { sharedPath } from "../helpers/shared.ts";
import { card } from "./fixtures.ts";
import { listHub, model } from "./hub-listing.ts";
import { json, startServer } from "./hub-server.ts";
import { accepted, pagesOf } from "./support.ts";

const recorded = sharedPath("corpora", "hub_api");

describe.skipIf(recorded === null)("recorded answers", () => {
  const folder = recorded ?? "";
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");

  it("reads every recorded repository", async () => {
    const bodies = readdirSync(join(folder, "recorded"))
      .filter((name) => !name.includes("--expand"))
      .map((name) => read(`recorded/${name}`));
    const byId = new Map(bodies.map((body) => [(JSON.parse(body) as { id: string }).id, body]));
    const server = await startServer((_request, url) => {
      const body = byId.get(url.pathname.slice("/api/models/".length));
      return url.pathname.startsWith("/api/")
        ? { headers: { "content-type": "application/json" }, body: body ?? "" }
        : { body: card };
    });
    const pages = pagesOf(await listHub(server, { id: [...byId.keys()] }));
    expect(pages.map((page) => page.input)).toEqual([...byId.keys()]);
    for (const page of pages)
      expect(accepted(await huggingface.parse(page)).revision).toMatch(/^[\da-f]{40}$/);
  });

  it("pages through the recorded list, whose entries name no revision", async () => {
    const heads = JSON.parse(read("derived/models_list_headers.json")) as {
      file: string;
      headers: Record<string, string>;
    }[];
    let asked = 0;
    const server = await startServer((_request, url) => {
      if (url.pathname === "/api/models") {
        const head = heads[asked++];
        return { headers: head?.headers ?? {}, body: read(head?.file ?? "") };
      }
      if (url.pathname.startsWith("/api/models/"))
        return json(model(url.pathname.slice("/api/models/".length)));
      return { body: card };
    });
    const total = heads
      .map((head) => (JSON.parse(read(head.file)) as unknown[]).length)
      .reduce((sum, count) => sum + count, 0);
    const pages = pagesOf(await listHub(server, { limit: 500 }));
    expect(asked).toBe(3);
    expect(new Set(pages.map((page) => page.input)).size).toBe(total);
  });

  it("follows recorded redirects", async () => {
    const redirects = (
      JSON.parse(read("recorded_redirects_and_errors.json")) as {
        status: number;
        url: string;
        headers: Record<string, string>;
      }[]
    ).filter((one) => one.status === 307);
    const byPath = new Map(
      redirects.map((one) => [
        new URL(one.url).pathname,
        one.headers["Location"] ?? one.headers["location"] ?? "",
      ]),
    );
    const server = await startServer((_request, url) => {
      const location = byPath.get(url.pathname);
      if (location !== undefined) return { status: 307, headers: { location } };
      return url.pathname.startsWith("/api/")
        ? json(model(url.pathname.slice("/api/models/".length)))
        : { body: card };
    });
    const ids = [...byPath.keys()].map((path) => path.slice("/api/models/".length));
    const pages = pagesOf(await listHub(server, { id: ids }));
    expect(pages).toHaveLength(ids.length);
    for (const page of pages)
      expect(accepted(await huggingface.parse(page)).extra["renamedFrom"]).toBe(page.input);
  });
});

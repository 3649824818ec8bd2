import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { Listed, Parsed, Source } from "../../src/contracts/source.ts";
import type { ParseBatch } from "../../scrapers/parse-worker.ts";
import { sources } from "../../scrapers/index.ts";
import { mapOrdered } from "../../scrapers/ordered.ts";
import { parsePages } from "../../scrapers/parse-pool.ts";
import { card } from "./fixtures.ts";
import { collect, pageOf } from "./support.ts";

async function* pages(count: number): AsyncGenerator<Listed> {
  for (let index = 0; index < count; index += 1) {
    if (index % 5 === 3) yield { kind: "failed", input: `n${index}`, reason: "unreadable", detail: "no" };
    else yield { kind: "page", page: pageOf(`n${index}`, card) };
  }
}

describe("parsePages", () => {
  it("keeps the order and lets items through that are no pages", async () => {
    const results = await collect(parsePages(sources.huggingface, pages(40), { concurrency: 2 }));
    expect(results.map(({ listed }) => (listed.kind === "page" ? listed.page.input : listed.input))).toEqual(
      Array.from({ length: 40 }, (_, index) => `n${index}`),
    );
    expect(results.every(({ listed, parsed }) => (listed.kind === "page") === (parsed !== null))).toBe(true);
  });

  it("makes a rejection of what a parser throws", async () => {
    const broken: Source = {
      ...sources.huggingface,
      list: () => pages(1),
      parse: () => Promise.reject(new Error("odd")),
    };
    expect((await collect(parsePages(broken, pages(1))))[0]?.parsed).toEqual({
      state: "rejected",
      reason: "parse-failed",
      detail: "odd",
      document: null,
    });
  });

  it("stops when it is told to", async () => {
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      for await (const _ of parsePages(sources.huggingface, pages(100), { signal: stop.signal }))
        stop.abort();
    };
    await expect(run()).rejects.toThrow(/abort/i);
  });

  const worker = join(import.meta.dirname, "../../dist/parse-worker.mjs");
  if (!existsSync(worker))
    process.stderr.write("skipped: the bundled parse worker, because dist/parse-worker.mjs is not built\n");
  it.skipIf(!existsSync(worker))("the bundled worker parses as this process does", async () => {
    const { default: parseBatch } = (await import(pathToFileURL(worker).href)) as {
      default: (batch: ParseBatch) => Promise<Parsed[]>;
    };
    const page = pageOf("owner__tiny.md", card);
    expect(await parseBatch({ source: "huggingface", pages: [page] })).toEqual([
      await sources.huggingface.parse(page),
    ]);
  });
});

describe("mapOrdered", () => {
  it("runs at most as many at once as it may, and keeps the order", async () => {
    let running = 0;
    let most = 0;
    const delays = [30, 1, 20, 1, 10, 1];
    const results = await collect(
      mapOrdered(delays, 3, async (delay) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, delay));
        running -= 1;
        return delay;
      }),
    );
    expect(results).toEqual(delays);
    expect(most).toBe(3);
  });
});

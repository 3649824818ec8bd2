/** The scrape stage over a small source of its own: duplicates, repeated ids, resuming, refreshing. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parsePages } from "../../scrapers/parse-pool.ts";
import { type Document, documentSchema } from "../../src/contracts/document.ts";
import type { Listed, Source } from "../../src/contracts/source.ts";
import { RunStore } from "../../src/io/run-store.ts";
import { ingestReport } from "../../src/pipeline/ingest-report.ts";
import { type ScrapeContext, scrapeStage } from "../../src/pipeline/scrape.ts";
import { sha256 } from "../../src/util/hash.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const identity = { name: "test", toolkitVersion: "0.0.0" };

function documentOf(name: string, text: string): Document {
  return documentSchema.parse({
    ...{
      id: `jsonl:${name}`,
      source: "jsonl",
      url: null,
      revision: null,
      licence: null,
      domain: "other",
      name,
      title: null,
    },
    ...{
      contentHash: sha256(text),
      description: text,
      sections: [],
      examples: [],
      metrics: [],
      requirements: [],
      tags: [],
    },
    ...{ api: null, group: null, extra: {}, warnings: [] },
  });
}

/** Pages from a list; `unchanged` for those whose hash is known already. */
function listSource(pages: readonly (readonly [input: string, name: string, text: string])[]): Source {
  return {
    name: "jsonl",
    summary: "pages of a test",
    options: z.unknown(),
    async *list(_options, context): AsyncGenerator<Listed> {
      for (const [input, name, text] of pages) {
        if (text === "gone") yield { kind: "failed", input, reason: "not-found", detail: "no such page" };
        else if (context.known(input)?.contentHash === sha256(text)) yield { kind: "unchanged", input };
        else {
          const bytes = Buffer.from(JSON.stringify([name, text]));
          yield { kind: "page", page: { input, url: null, revision: null, etag: null, bytes, metadata: {} } };
        }
      }
    },
    parse(page) {
      const [name, text] = JSON.parse(Buffer.from(page.bytes).toString()) as [string, string];
      return Promise.resolve({ state: "accepted", document: documentOf(name, text) });
    },
  };
}

const context: ScrapeContext = {
  parsePages,
  concurrency: 1,
  signal: new AbortController().signal,
  previous: null,
};

async function entriesOf(store: RunStore) {
  const entries = [];
  for await (const { input, state, reason, document } of store.documents.records()) {
    entries.push([input, state, reason, document?.id ?? null]);
  }
  return entries;
}

async function drain(events: AsyncIterable<unknown>, count = Number.POSITIVE_INFINITY): Promise<number> {
  let seen = 0;
  for await (const _event of events) if (++seen >= count) break;
  return seen;
}

const PAGES = [
  ["a", "one", "text of one"],
  ["b", "two", "text of two"],
  ["c", "copy", "text of one"],
  ["d", "one", "other text, same name"],
  ["e", "lost", "gone"],
] as const;

const EXPECTED = [
  ["a", "accepted", null, "jsonl:one"],
  ["b", "accepted", null, "jsonl:two"],
  ["c", "rejected", "duplicate", "jsonl:copy"],
  ["d", "accepted", null, "jsonl:one~2"],
  ["e", "rejected", "not-found", null],
];

describe("scrapeStage", () => {
  it("ends every input in one state, repeated content once, repeated ids apart", async () => {
    const store = await RunStore.open(join(await tempFolder(), "run"), identity);
    await drain(scrapeStage(store, [{ source: listSource(PAGES), options: {} }], context));
    expect(await entriesOf(store)).toEqual(EXPECTED);
    const report = await ingestReport(store.documents.records());
    expect(report).toMatchObject({
      inputs: 5,
      accepted: 3,
      rejected: 2,
      duplicates: 1,
      rejectedByReason: { duplicate: 1, "not-found": 1 },
    });
    await store.close();
  });

  it.each([2, 3, 4, 5])("left after %i events and started again, gives the same", async (events) => {
    const folder = join(await tempFolder(), "run");
    const plans = [{ source: listSource(PAGES), options: {} }];
    const first = await RunStore.open(folder, identity);
    await drain(scrapeStage(first, plans, context), events);
    await first.close();
    const second = await RunStore.open(folder, identity);
    await drain(scrapeStage(second, plans, context));
    expect(await entriesOf(second)).toEqual(EXPECTED);
    await second.close();
  });

  it("refreshed, reads only what changed and keeps the rest", async () => {
    const store = await RunStore.open(join(await tempFolder(), "run"), identity);
    await drain(scrapeStage(store, [{ source: listSource(PAGES.slice(0, 2)), options: {} }], context));
    const previous = await store.startRefresh();
    const changed = listSource([
      ["a", "one", "text of one"],
      ["b", "two", "new text"],
      ["f", "six", "text of six"],
    ]);
    let parsed = 0;
    const counting: Source = { ...changed, parse: (page) => (parsed++, changed.parse(page)) };
    await drain(scrapeStage(store, [{ source: counting, options: {} }], { ...context, previous }));
    expect(await store.endRefresh()).toBe(true);
    expect(parsed).toBe(2);
    expect((await entriesOf(store)).map(([input, state]) => [input, state])).toEqual([
      ["a", "accepted"],
      ["b", "accepted"],
      ["f", "accepted"],
    ]);
    await store.close();
  });

  it("keeps inputs of the same name in two sources apart", async () => {
    const store = await RunStore.open(join(await tempFolder(), "run"), identity);
    const plans = [
      { source: listSource([["a", "one", "first"]]), options: {} },
      { source: listSource([["a", "one", "second"]]), options: {} },
    ];
    await drain(scrapeStage(store, plans, context));
    expect((await entriesOf(store)).map(([, , , id]) => id)).toEqual(["jsonl:one", "jsonl:one~2"]);
    await store.close();
  });
});

describe("RunStore", () => {
  it("refuses other arguments for a stage, naming the difference", async () => {
    const store = await RunStore.open(join(await tempFolder(), "run"), identity);
    await store.claimStage("verify", { reruns: 1 });
    await store.claimStage("verify", { reruns: 2 }); // nothing was recorded yet: a corrected start is welcome
    await store.verdicts.seal([]);
    await store.claimStage("verify", { reruns: 2 });
    await expect(store.claimStage("verify", { reruns: 3 })).rejects.toMatchObject({
      code: "run-conflict",
      message: expect.stringContaining("reruns was 2, now 3"),
      hint: expect.stringContaining("--restart"),
    });
    await store.close();
  });
});

/** What every source must hold: run on each of them by conformance.test.ts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentSchema } from "../../src/contracts/document.ts";
import type { ListContext, Page, Source } from "../../src/contracts/source.ts";
import { hashValue, sha256 } from "../../src/util/hash.ts";
import { parsePages } from "../../scrapers/parse-pool.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { collect, pageOf, pagesOf, testContext } from "./support.ts";

export interface ConformanceCase {
  readonly source: Source;
  /** Writes the source's inputs into an empty folder and gives the options that read them. */
  readonly prepare: (folder: string) => Record<string, unknown>;
  /** What `prepare` wrote: accepted and rejected inputs, by name. */
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  /** An input name as the source gives them, for made-up bytes. */
  readonly sampleInput: string;
  /** True where a page is one JSON record: then the hash is of its canonical JSON. */
  readonly records: boolean;
}

const RUNS = 60;

export function describeConformance(test: ConformanceCase): void {
  const { source } = test;
  const list = async function* (context: ListContext = testContext()) {
    yield* source.list(source.options.parse(test.prepare(await tempFolder())), context);
  };

  describe(`source ${source.name}`, () => {
    it("gives every input one state, in the same order every time", async () => {
      const first = await collect(parsePages(source, list(), { concurrency: 1 }));
      const second = await collect(parsePages(source, list(), { concurrency: 1 }));
      const states = first.map(({ listed, parsed }) => [inputOf(listed), parsed?.state ?? "rejected"]);
      expect(new Set(states.map(([input]) => input)).size).toBe(states.length);
      expect(states.filter(([, state]) => state === "accepted").map(([input]) => input)).toEqual(
        test.accepted,
      );
      expect(states.filter(([, state]) => state === "rejected").map(([input]) => input)).toEqual(
        test.rejected,
      );
      expect(second).toEqual(first);
    });

    it("gives documents that hold the schema, with stable unique ids and the right hash", async () => {
      const pages = pagesOf(await collect(list()));
      const ids = new Set<string>();
      for (const page of pages) {
        const { document } = await source.parse(page);
        if (document === null) continue;
        expect(documentSchema.safeParse(document).error).toBeUndefined();
        expect(document.id).toBe(`${source.name}:${page.input}`);
        expect(document.contentHash).toBe(
          test.records ? hashValue(JSON.parse(textOf(page))) : sha256(page.bytes),
        );
        ids.add(document.id);
      }
      expect(ids.size).toBeGreaterThan(0);
    });

    it("parses the same page to the same result and leaves the page as it was", async () => {
      for (const page of pagesOf(await collect(list()))) {
        const before = sha256(page.bytes);
        const first = await source.parse(page);
        expect(await source.parse(page)).toEqual(first);
        expect(sha256(page.bytes)).toBe(before);
      }
    });

    it("never throws on content: noise, cut-off and shuffled pages", async () => {
      const pages = pagesOf(await collect(list()));
      await fc.assert(
        fc.asyncProperty(noise(pages), (bytes) => holds(source, pageOf(test.sampleInput, bytes))),
        { numRuns: RUNS, seed: 7 },
      );
    });

    it("rejects emptiness and binary data with a reason", async () => {
      for (const bytes of [new Uint8Array(), Uint8Array.from({ length: 400 }, (_, index) => index % 7)]) {
        const parsed = await source.parse(pageOf(test.sampleInput, bytes));
        expect(parsed).toMatchObject({
          state: "rejected",
          reason: expect.stringMatching(/^(empty|not-text)$/),
        });
      }
    });

    it("refuses unknown options and a folder that is not there", async () => {
      expect(source.options.safeParse({ nonsense: 1 }).success).toBe(false);
      const options = source.options.parse({ ...test.prepare(await tempFolder()), from: "/no/such/place" });
      await expect(collect(source.list(options, testContext()))).rejects.toMatchObject({
        code: "input-not-found",
        hint: expect.any(String),
      });
    });

    it("stops when it is told to", async () => {
      const stop = new AbortController();
      stop.abort();
      await expect(collect(list(testContext({}, stop.signal)))).rejects.toThrow(/abort/i);
    });
  });
}

function inputOf(listed: { kind: string; page?: Page; input?: string }): string {
  return listed.page?.input ?? listed.input ?? "";
}

function textOf(page: Page): string {
  return new TextDecoder().decode(page.bytes);
}

async function holds(source: Source, page: Page): Promise<boolean> {
  const parsed = await source.parse(page);
  if (parsed.state === "rejected" && (parsed.reason === "" || parsed.detail === "")) return false;
  return parsed.document === null || documentSchema.safeParse(parsed.document).success;
}

/** Random bytes, random text with the marks of the formats, and real pages cut and spliced. */
function noise(pages: readonly Page[]): fc.Arbitrary<Uint8Array> {
  const marks = [
    "---\n",
    "```",
    "```python\n",
    "<pre>",
    "<div>",
    "<!--",
    ">>> ",
    '{"',
    '"}',
    "[",
    "&lt;",
    "\r\n",
    "\t",
    "# ",
    ": ",
    "\0",
    "\uFEFF",
    "&a",
    "*a",
  ];
  const marked = fc
    .array(fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 12 })), { maxLength: 60 })
    .map((parts) => Buffer.from(parts.join("")));
  const real = fc.constantFrom(...pages.map((page) => page.bytes));
  const spliced = fc
    .tuple(real, fc.nat(4_000), fc.nat(4_000), marked)
    .map(([bytes, from, to, middle]) =>
      Buffer.concat([
        bytes.subarray(0, from % (bytes.length + 1)),
        middle,
        bytes.subarray(to % (bytes.length + 1)),
      ]),
    );
  return fc.oneof(fc.uint8Array({ maxLength: 300 }), marked, spliced);
}

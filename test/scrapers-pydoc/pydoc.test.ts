import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashBytes } from "../../scrapers/draft.ts";
import { createPydocSource, pydocOptions } from "../../scrapers/pydoc/index.ts";
import { pathFilter } from "../../scrapers/pydoc/path-filter.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import type { Listed, ListContext, Page, Source } from "../../src/contracts/source.ts";
import type { Document } from "../../src/contracts/document.ts";
import type { PydocOptions } from "../../scrapers/pydoc/options.ts";
import { plainEnvironments, plainSandbox, writeTinyPackage } from "./tiny-package.ts";

const folder = mkdtempSync(join(tmpdir(), "pydoc-"));
let source: Source<PydocOptions>;
beforeAll(() => {
  writeTinyPackage(folder);
  const sandbox = plainSandbox(folder) as Sandbox;
  source = createPydocSource({ sandbox, environments: plainEnvironments(["scikit-lern"]) });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function list(options: PydocOptions, known: ListContext["known"] = () => null): Promise<Listed[]> {
  const found: Listed[] = [];
  const context = { known, signal: new AbortController().signal, note: () => undefined };
  for await (const item of source.list(options, context)) found.push(item);
  return found;
}

function pagesOf(items: readonly Listed[]): Page[] {
  return items.flatMap((item) => (item.kind === "page" ? [item.page] : []));
}

async function documentOf(items: readonly Listed[], input: string): Promise<Document> {
  const page = pagesOf(items).find((one) => one.input === input);
  if (page === undefined) throw new Error(`no page ${input}`);
  const parsed = await source.parse(page);
  if (parsed.state !== "accepted") throw new Error(parsed.detail);
  return parsed.document;
}

describe("a package", () => {
  test("its public callables under their shortest path, submodules walked, tests left alone", async () => {
    const items = await list({ packages: ["tinypackage"] });
    expect(pagesOf(items).map(({ input }) => input)).toEqual([
      "tinypackage",
      "tinypackage.core.Box",
      "tinypackage.core.Box.count",
      "tinypackage.twice",
    ]);
    const failed = items.filter((item) => item.kind === "failed");
    expect(failed).toMatchObject([{ input: "tinypackage.broken", reason: "import-failed" }]);
  });

  test("a document has signature, parameters, exceptions, examples, version, licence and address", async () => {
    const document = await documentOf(await list({ packages: ["tinypackage"] }), "tinypackage.twice");
    expect(document).toMatchObject({
      id: "pydoc:tinypackage.twice",
      revision: "1.2",
      licence: "MIT",
      url: "https://tiny.invalid",
      requirements: ["tinypackage"],
      description: "Multiplies.",
      api: {
        kind: "function",
        module: "tinypackage",
        signature: "(number, *, times: int = 2)",
        raises: [{ exception: "TypeError", description: "If it is no number." }],
      },
      extra: { sourceFile: "tinypackage/core.py", sourceLine: 2 },
    });
    expect(document.api?.parameters).toMatchObject([
      { name: "number", description: "What to multiply.", default: null },
      { name: "times", kind: "keyword-only", annotation: "int", default: "2" },
    ]);
    expect(document.examples).toHaveLength(1);
    expect(document.examples[0]?.steps?.map(({ expected }) => expected)).toEqual(["4", "7.0"]);
  });

  test("what is known by its hash is unchanged", async () => {
    const pages = new Map(
      pagesOf(await list({ packages: ["tinypackage"] })).map((page) => [page.input, page]),
    );
    const again = await list({ packages: ["tinypackage"] }, (input) => {
      const page = pages.get(input);
      return page === undefined ? null : { etag: null, contentHash: hashBytes(page.bytes) };
    });
    expect(again.filter((item) => item.kind === "unchanged")).toHaveLength(4);
    expect(pagesOf(again)).toEqual([]);
  });

  test("patterns and a limit", async () => {
    expect(pagesOf(await list({ packages: ["tinypackage"], include: ["tinypackage.core"] }))).toHaveLength(2);
    expect(pagesOf(await list({ packages: ["tinypackage"], limit: 1 }))).toHaveLength(1);
    const filter = pathFilter({ include: ["a.*.c", "b.**"], exclude: ["b.x"] });
    expect(["a.b.c", "a.b.c.d", "a.b", "b.x.y", "b.y.z"].map(filter)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("the standard library", () => {
  test("a module's documents", async () => {
    const items = await list({ packages: ["statistics"] });
    const mean = await documentOf(items, "statistics.mean");
    expect(mean).toMatchObject({ licence: "PSF-2.0", requirements: [], api: { module: "statistics" } });
    expect(mean.url).toMatch(
      /^https:\/\/docs\.python\.org\/3\.\d+\/library\/statistics\.html#statistics\.mean$/,
    );
    expect(mean.examples.some((block) => block.steps !== null && block.parses === true)).toBe(true);
  });
});

test("an unknown package is refused with the nearest name", async () => {
  await expect(list({ packages: ["scikit-lern"] })).rejects.toMatchObject({
    code: "package-not-found",
    hint: expect.stringContaining('"scikit-learn"') as string,
  });
});

test("a package that cannot be installed is read where it is installed already, and that is said", async () => {
  const environments = plainEnvironments(["tinypackage"]);
  const offline = createPydocSource({ sandbox: plainSandbox(folder) as Sandbox, environments });
  const notes: string[] = [];
  const context = {
    known: () => null,
    signal: new AbortController().signal,
    note: (text: string) => notes.push(text),
  };
  const found: Listed[] = [];
  for await (const item of offline.list({ packages: ["tinypackage"] }, context)) found.push(item);
  expect(pagesOf(found).map(({ input }) => input)).toContain("tinypackage.twice");
  expect(notes).toEqual([expect.stringContaining("read from the base interpreter")]);
});

test("options are strict", () => {
  expect(pydocOptions.safeParse({ packages: [] }).success).toBe(false);
  expect(pydocOptions.safeParse({ packages: ["a"], module: "b" }).success).toBe(false);
});

test("a page that is none is rejected", async () => {
  const page = {
    input: "x",
    url: null,
    revision: null,
    etag: null,
    bytes: new Uint8Array([1, 2]),
    metadata: {},
  };
  expect(await source.parse(page)).toMatchObject({ state: "rejected" });
});

/** Every file of the shared corpora, read where it lies: one state each, and what the manifest says of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentSchema, hasUsableCode, type Document } from "../../src/contracts/document.ts";
import type { Parsed, Source } from "../../src/contracts/source.ts";
import { parsePages } from "../../scrapers/parse-pool.ts";
import { sources } from "../../scrapers/index.ts";
import { sharedPath } from "../helpers/shared.ts";
import { testContext } from "./support.ts";

interface ManifestItem {
  readonly file: string;
  readonly kind: string;
  readonly records?: number;
  readonly usable_python?: boolean;
  readonly python_blocks_ok?: number;
}

const corpora = sharedPath("corpora");

async function parseAll(source: Source, from: string): Promise<Map<string, Parsed>> {
  const results = new Map<string, Parsed>();
  const listed = source.list(source.options.parse({ from }), testContext());
  for await (const { listed: item, parsed } of parsePages(source, listed, { concurrency: 1 })) {
    if (item.kind !== "page" || parsed === null) throw new Error(`not read: ${JSON.stringify(item)}`);
    if (parsed.document !== null) expect(documentSchema.safeParse(parsed.document).error).toBeUndefined();
    expect(results.has(item.page.input)).toBe(false);
    results.set(item.page.input, parsed);
  }
  return results;
}

/** Reasons of the rejected inputs, by input. */
function rejections(results: ReadonlyMap<string, Parsed>): Record<string, string> {
  return Object.fromEntries([...results].flatMap(([input, parsed]) => (parsed.state === "rejected" ? [[input, parsed.reason]] : [])));
}

describe.skipIf(corpora === null)("corpora", () => {
  const root = corpora ?? "";
  const manifest = corpora === null ? [] : (JSON.parse(readFileSync(join(root, "manifest.json"), "utf8")) as { items: ManifestItem[] }).items;
  const documentOf = (results: ReadonlyMap<string, Parsed>, file: string): Document | null => results.get(file.split("/").slice(1).join("/"))?.document ?? null;

  it.each([
    ["hub_cards", sources.huggingface],
    ["hub_cards_derived", sources.huggingface],
    ["hub_cards_fixtures", sources.huggingface],
    ["torchhub", sources.torchhub],
    ["tfhub", sources.tfhub],
    ["docs_html", sources.docs],
  ] as const)("%s: one line for each file", async (folder, source: Source) => {
    const results = await parseAll(source, join(root, folder));
    expect([...results.keys()].sort()).toEqual(readdirSync(join(root, folder)).sort());
    console.info(`${folder}: ${results.size} files, rejected ${JSON.stringify(rejections(results))}`);
    for (const [, parsed] of results) if (parsed.state === "rejected") expect(parsed.detail).not.toBe("");
  });

  it.each(["apibench", "apibench_instructions"])("%s: one line for each record", async (folder) => {
    const results = await parseAll(sources.apibench, join(root, folder));
    const lines = readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => readFileSync(join(root, folder, name), "utf8").split("\n").filter((line) => line !== "").length);
    expect(results.size).toBe(lines.reduce((sum, count) => sum + count, 0));
    expect(rejections(results)).toEqual({});
  });

  it("agrees with the manifest on usable Python", async () => {
    const differences: string[] = [];
    let compared = 0;
    for (const [folder, source] of [["hub_cards", sources.huggingface], ["torchhub", sources.torchhub]] as const) {
      const results = await parseAll(source as Source, join(root, folder));
      for (const item of manifest.filter((one) => one.file.startsWith(`${folder}/`) && one.usable_python !== undefined)) {
        const document = documentOf(results, item.file);
        compared += 1;
        const usable = document !== null && hasUsableCode(document);
        const blocks = document?.examples.filter((block) => block.parses === true).length ?? 0;
        if (usable !== item.usable_python) differences.push(`${item.file}: usable ${usable}, manifest ${item.usable_python}`);
        else if (item.python_blocks_ok !== undefined && blocks !== item.python_blocks_ok) differences.push(`${item.file}: ${blocks} blocks, manifest ${item.python_blocks_ok}`);
      }
    }
    console.info(`compared ${compared}, different ${differences.length}\n${differences.join("\n")}`);
    expect(compared).toBeGreaterThan(0);
  });
});

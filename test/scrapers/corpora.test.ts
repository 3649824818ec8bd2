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
  return Object.fromEntries(
    [...results].flatMap(([input, parsed]) => (parsed.state === "rejected" ? [[input, parsed.reason]] : [])),
  );
}

describe.skipIf(corpora === null)("corpora", () => {
  const root = corpora ?? "";
  const manifest =
    corpora === null
      ? []
      : (JSON.parse(readFileSync(join(root, "manifest.json"), "utf8")) as { items: ManifestItem[] }).items;
  const documentOf = (results: ReadonlyMap<string, Parsed>, file: string): Document | null =>
    results.get(file.split("/").slice(1).join("/"))?.document ?? null;

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
      .map(
        (name) =>
          readFileSync(join(root, folder, name), "utf8")
            .split("\n")
            .filter((line) => line !== "").length,
      );
    expect(results.size).toBe(lines.reduce((sum, count) => sum + count, 0));
    expect(rejections(results)).toEqual({});
  });

  it("finds usable Python wherever the manifest does, and elsewhere only where one of these reasons holds", async () => {
    const missing: string[] = [];
    const more: string[] = [];
    let compared = 0;
    let sameBlocks = 0;
    for (const [folder, source] of [
      ["hub_cards", sources.huggingface],
      ["torchhub", sources.torchhub],
    ] as const) {
      const results = await parseAll(source, join(root, folder));
      for (const item of manifest.filter((one) => one.file.startsWith(`${folder}/`))) {
        if (item.usable_python === undefined) continue;
        const document = documentOf(results, item.file);
        const usable = document !== null && hasUsableCode(document);
        const blocks = document?.examples.filter((block) => block.parses === true).length ?? 0;
        compared += 1;
        if (item.python_blocks_ok === undefined || blocks === item.python_blocks_ok) sameBlocks += 1;
        if (item.usable_python && !usable) missing.push(item.file);
        if (!item.usable_python && usable) more.push(item.file.slice(folder.length + 1));
      }
    }
    console.info(
      `usable Python: ${compared} compared, ${compared - more.length} as the manifest, blocks equal in ${sameBlocks}`,
    );
    expect(missing).toEqual([]);
    expect(more.filter((file) => !(file in MORE_THAN_MANIFEST))).toEqual([]);
  });
});

/** Cards that the manifest calls unusable, and what is found in them: it counts only fences marked as Python. */
const MORE_THAN_MANIFEST: Record<string, string> = {
  "airesearch__wav2vec2-large-xlsr-53-th.md": "a fence without a language that parses and calls a model",
  "Dimitre__mobilenet_v3_small.md": "fences without a language",
  "Bagus__wav2vec2-xlsr-greek-speech-emotion-recognition.md": "tilde fences without a language",
  "RecordedFuture__Swedish-Sentiment-Fear.md": "indented code",
  "gurkan08__bert-turkish-text-classification.md": "indented code",
  "huggan__fastgan-few-shot-anime-face.md": "a git clone line before Python",
  "Salesforce__blip-image-captioning-base.md": "a script with >>> before its output",
  "Salesforce__blip-vqa-base.md": "a script with >>> before its output",
  "aubmindlab__bert-base-arabert.md": "a script with >>> before its output",
  "asafaya__bert-base-arabic.md": "its one Python fence is valid; the manifest counts it as broken",
};

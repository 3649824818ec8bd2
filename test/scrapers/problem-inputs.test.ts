/** Section 1 of the problem inputs: each stands for a kind of trouble that neighbouring tools had. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Document } from "../../src/contracts/document.ts";
import { sources } from "../../scrapers/index.ts";
import { sharedPath } from "../helpers/shared.ts";
import { accepted, collect, pageOf, pagesOf, testContext } from "./support.ts";

async function cardOf(text: string, metadata: Record<string, string | string[]> = {}): Promise<Document> {
  const parsed = await sources.huggingface.parse(pageOf("owner__model.md", text, { metadata }));
  if (parsed.document === null) throw new Error(`no document: ${JSON.stringify(parsed)}`);
  return parsed.document;
}

async function recordsOf(file: string): Promise<Document[]> {
  const pages = pagesOf(await collect(sources.apibench.list({ from: file }, testContext())));
  return Promise.all(pages.map(async (page) => accepted(await sources.apibench.parse(page))));
}

describe("T01 a Norwegian language tag", () => {
  it("stays the text no, with a warning", async () => {
    const card = await cardOf(
      "---\ntags:\n- no\n- nn-NO\n---\n\n# Model\n\nA model for a language of the north.\n",
    );
    expect(card.tags).toEqual(["no", "nn-NO"]);
    expect(card.warnings).toContainEqual(expect.stringContaining('unquoted "no"'));
  });
});

describe("T02 a file that is only front matter, without a last newline", () => {
  it("gives the licence and an empty body", async () => {
    const parsed = await sources.huggingface.parse(pageOf("m.md", "---\nlicense: cc-by-sa-4.0\n---"));
    expect(parsed).toMatchObject({ state: "rejected", reason: "no-content" });
    expect(parsed.document).toMatchObject({ licence: "CC-BY-SA-4.0", description: "", sections: [] });
  });
});

describe("T04 a --- block in a fence of the body", () => {
  it("is no metadata", async () => {
    const card = await cardOf(
      "# Model\n\nHow to write a card, with an example below.\n\n```\n---\nlicense: mit\n---\n```\n",
    );
    expect(card.licence).toBeNull();
    expect(card.extra).toEqual({});
    expect(card.examples.map((block) => block.code)).toEqual(["---\nlicense: mit\n---"]);
  });
});

describe("T07 APIBench fields of mixed type", () => {
  const folder = sharedPath("corpora", "apibench");
  it.skipIf(folder === null)(
    "are normalised in every record of the Hugging Face file, with a reason for each bad example",
    async () => {
      const documents = await recordsOf(join(folder ?? "", "huggingface_api.jsonl"));
      const bare = documents.filter((document) => document.examples.length === 0);
      const broken = documents.filter(
        (document) =>
          document.examples.length > 0 && document.examples.every((block) => block.parses !== true),
      );
      expect(bare.every((document) => document.warnings.includes("the record has no example code"))).toBe(
        true,
      );
      expect(
        broken.every((document) => document.warnings.includes("the example code is no valid Python")),
      ).toBe(true);
      console.info(
        `T07: ${documents.length} records, ${bare.length} without code, ${broken.length} whose code is no Python`,
      );
    },
  );

  it.each([
    ["a list", ["import a", "b = 1"], "import a\nb = 1"],
    ["named steps", { import: "import a", run: ["b = 1", "c = 2"] }, "import a\nb = 1\nc = 2"],
    ["numbered steps", { "1": "import a", "2": "b = 1" }, "import a\nb = 1"],
    ["code as the key", { "b = a.load()": "" }, "b = a.load()"],
    ["entities", "print(&quot;a&quot; &lt; &quot;b&quot;)", 'print("a" < "b")'],
  ])("example code as %s", async (_name, example_code, code) => {
    const record = {
      api_name: "a",
      api_call: "a.load()",
      example_code,
      description: "Loads something for the test.",
    };
    const document = accepted(await sources.apibench.parse(pageOf("f#1", JSON.stringify(record))));
    expect(document.examples.map((block) => block.code)).toEqual([code]);
    expect(document.examples[0]?.parses).toBe(true);
  });

  it.each([
    ["N/A", []],
    [null, []],
    ["71.9%", [["accuracy", "71.9%"]]],
    [0.5, [["accuracy", 0.5]]],
    [
      { top1: "70", top5: 91.5 },
      [
        ["accuracy.top1", "70"],
        ["accuracy.top5", 91.5],
      ],
    ],
  ])("accuracy %j is taken as it stands", async (accuracy, metrics) => {
    const record = { api_name: "a", api_call: "a.load()", performance: { dataset: "d", accuracy } };
    const document = accepted(await sources.apibench.parse(pageOf("f#1", JSON.stringify(record))));
    expect(document.metrics.map(({ name, value }) => [name, value])).toEqual(metrics);
  });
});

describe("T08 repeated api_name", () => {
  const folder = sharedPath("corpora", "apibench");
  it.skipIf(folder === null).each(["torchhub_api.jsonl", "tensorflowhub_api.jsonl"])(
    "%s: unique ids, groups, equal hashes only for equal records",
    async (name) => {
      const file = join(folder ?? "", name);
      const documents = await recordsOf(file);
      expect(new Set(documents.map((document) => document.id)).size).toBe(documents.length);
      expect(documents.every((document) => document.group === document.name)).toBe(true);
      const distinct = new Set(
        readFileSync(file, "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => line.trim()),
      );
      expect(new Set(documents.map((document) => document.contentHash)).size).toBe(distinct.size);
    },
  );

  it("exact duplicates have one hash, whatever the order of their keys", async () => {
    const one = await sources.apibench.parse(pageOf("f#1", '{"api_name":"a","api_call":"a.load()"}'));
    const two = await sources.apibench.parse(pageOf("f#2", '{"api_call":"a.load()", "api_name":"a"}'));
    expect(one.document?.contentHash).toBe(two.document?.contentHash);
    expect(one.document?.id).not.toBe(two.document?.id);
  });
});

describe("T10 a model with code of its own", () => {
  const snippet = (argument: string): string =>
    `# Model\n\nA model that needs code from its repository.\n\n\`\`\`python\nfrom transformers import AutoModel\nmodel = AutoModel.from_pretrained("owner/model"${argument})\n\`\`\`\n`;

  it("is marked when the snippet asks for trust", async () => {
    const card = await cardOf(snippet(", trust_remote_code=True"));
    expect(card.extra).toMatchObject({ needsRemoteCode: true });
    expect(card.warnings).toContainEqual(expect.stringContaining("not trusted"));
  });

  it("is marked when the snippet should ask and does not; nothing is added", async () => {
    const card = await cardOf(snippet(""), { tags: ["custom_code"] });
    expect(card.extra).toMatchObject({ needsRemoteCode: true });
    expect(card.examples[0]?.code).not.toContain("trust_remote_code");
  });

  it("is not marked otherwise", async () => {
    expect((await cardOf(snippet(""))).warnings).toEqual([]);
  });
});

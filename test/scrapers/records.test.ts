import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Source } from "../../src/contracts/source.ts";
import { sources } from "../../scrapers/index.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { instructionRecord, tfhubPage, torchhubPage } from "./fixtures.ts";
import { accepted, collect, pageOf, pagesOf, testContext } from "./support.ts";

async function listText(
  source: Source,
  name: string,
  text: string | Uint8Array,
  options: Record<string, unknown> = {},
) {
  const file = join(await tempFolder(), name);
  writeFileSync(file, text);
  return collect(source.list(source.options.parse({ from: file, ...options }), testContext()));
}

describe("columns", () => {
  const rows = "title,snippet,text\nadd,print(1),Adds two numbers\n";

  it("an unknown column names the nearest and the choices", async () => {
    await expect(listText(sources.csv, "a.csv", rows, { columns: { name: "titel" } })).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining('Nearest: "title"'),
      hint: "The choices are: title, snippet, text.",
    });
  });

  it("an unknown field names the nearest", async () => {
    await expect(listText(sources.jsonl, "a.jsonl", '{"a":1}', { columns: "nam=a" })).rejects.toMatchObject({
      message: expect.stringContaining('Nearest: "name"'),
    });
  });

  it("map to the fields; the rest is kept", async () => {
    const [page] = pagesOf(
      await listText(sources.csv, "a.csv", rows, { columns: "name=title,code=snippet" }),
    );
    if (page === undefined) throw new Error("no page");
    expect(accepted(await sources.csv.parse(page))).toMatchObject({
      name: "add",
      examples: [{ language: "python", kind: "script", parses: true, code: "print(1)" }],
      extra: { columns: { text: "Adds two numbers" } },
    });
  });
});

describe("csv", () => {
  it("warns where a file is not UTF-8", async () => {
    const latin = Buffer.from(
      "name,text\ncaf\u00e9,A place where people talk about the program.\n",
      "latin1",
    );
    const [page] = pagesOf(await listText(sources.csv, "a.csv", latin, { columns: "description=text" }));
    if (page === undefined) throw new Error("no page");
    const { warnings } = accepted(await sources.csv.parse(page));
    expect(warnings).toEqual([expect.stringContaining("save the file as UTF-8")]);
  });

  it("quotes, newlines in cells, a byte order mark and CRLF are read", async () => {
    const text = '\uFEFFname,description,code\r\n"a, b","Says ""hello""\nto the world","import x\nx.y()"\r\n';
    const [page] = pagesOf(await listText(sources.csv, "a.csv", text));
    if (page === undefined) throw new Error("no page");
    const document = accepted(await sources.csv.parse(page));
    expect(document).toMatchObject({ name: "a, b", description: 'Says "hello"\nto the world' });
    expect(document.examples[0]?.code).toBe("import x\nx.y()");
  });

  it("a ragged row is one failed item with its line, and the rows after it are read", async () => {
    const listed = await listText(sources.csv, "a.csv", "name,code\na,1\nb\nc,2,3\nd,4\n");
    expect(
      listed.map((item) => (item.kind === "failed" ? `${item.input} ${item.detail}` : item.kind)),
    ).toEqual([
      "page",
      "a.csv#3 The row that starts on line 3 has 1 columns, the header has 2.",
      "a.csv#4 The row that starts on line 4 has 3 columns, the header has 2.",
      "page",
    ]);
  });

  it("an empty file has no header", async () => {
    await expect(listText(sources.csv, "a.csv", "")).rejects.toMatchObject({ code: "input-invalid" });
  });
});

describe("records", () => {
  it("a .json file may hold a list", async () => {
    const listed = await listText(
      sources.apibench,
      "a.json",
      '[{"api_name":"a","api_call":"b()"},{"api_name":"c","api_call":"d()"}]',
    );
    expect(pagesOf(listed).map((page) => page.input)).toEqual(["a.json#1", "a.json#2"]);
  });

  it("an instruction record keeps its parts and its answer", async () => {
    const document = accepted(await sources.apibench.parse(pageOf("f#1", JSON.stringify(instructionRecord))));
    expect(document).toMatchObject({
      title: "Sort my pictures.",
      domain: "Computer Vision",
      requirements: ["torch", "transformers"],
      group: "owner/small-vit",
      metrics: [{ name: "accuracy", value: "about 70%" }],
      extra: {
        provider: "Hugging Face Transformers",
        parts: { domain: "Computer Vision", explanation: "Load the model, then call it." },
      },
    });
    expect(document.description).toContain("Classifies pictures <small ones> for a test.");
    expect(document.examples[0]).toMatchObject({
      heading: "Answer",
      parses: true,
      code: "from transformers import AutoModel\nmodel = AutoModel.from_pretrained('owner/small-vit')",
    });
    expect(document.api).toMatchObject({
      qualifiedName: "AutoModel.from_pretrained",
      signature: "('owner/small-vit')",
      kind: "method",
    });
  });
});

describe("hub pages", () => {
  it("torchhub: title, group, call and requirements", async () => {
    expect(accepted(await sources.torchhub.parse(pageOf("small_net.md", torchhubPage)))).toMatchObject({
      name: "Small Net",
      domain: "Computer Vision",
      group: "owner/small",
      requirements: ["torch"],
      api: { kind: "model", module: "torch.hub", qualifiedName: "owner/small:v1/small_net" },
    });
  });

  it("tfhub: kind, name, version, comments and licence", async () => {
    expect(accepted(await sources.tfhub.parse(pageOf("a.md", tfhubPage)))).toMatchObject({
      name: "owner/small-embedding",
      revision: "2",
      url: "https://tfhub.dev/owner/small-embedding/2",
      licence: "MIT",
      domain: "Natural Language Processing",
      requirements: ["tensorflow-hub"],
      extra: { kind: "Module", comments: { dataset: ["made-up", "invented"] } },
      description: expect.stringContaining("maps a sentence"),
    });
  });
});

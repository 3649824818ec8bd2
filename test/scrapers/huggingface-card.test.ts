import { describe, expect, it } from "vitest";
import type { Document } from "../../src/contracts/document.ts";
import { sources } from "../../scrapers/index.ts";
import { card } from "./fixtures.ts";
import { accepted, pageOf } from "./support.ts";

async function read(text: string | Uint8Array, input = "owner__model.md"): Promise<Document> {
  return accepted(await sources.huggingface.parse(pageOf(input, text)));
}

const PROSE = "A model that sorts short sentences into two piles.";

describe("a model card", () => {
  it("gives name, licence, domain, metrics, requirements and blocks", async () => {
    const document = await read(card, "owner__tiny.md");
    expect(document).toMatchObject({
      name: "owner/tiny",
      title: "Tiny classifier",
      licence: "Apache-2.0",
      domain: "Natural Language Processing",
      tags: ["text-classification", "tiny"],
      requirements: ["sentencepiece", "transformers"],
      metrics: [
        { task: "text-classification", dataset: "Made Up", name: "accuracy", value: 0.5 },
        { task: "text-classification", dataset: "Made Up", name: "f1", value: "NaN" },
      ],
    });
    expect(document.description).toBe(
      "A model that sorts short sentences into two piles, written for a test of the card reader.",
    );
    expect(
      document.examples.map((block) => [block.language, block.kind, block.parses, block.line, block.heading]),
    ).toEqual([
      ["python", "script", true, 29, "Use"],
      [null, "other", null, 36, "Use"],
      ["bash", "shell", null, 42, "Install"],
      ["python", "doctest", true, 48, "Install"],
    ]);
    expect(document.examples[3]?.steps).toEqual([{ source: "1 + 1", expected: "2", directives: [] }]);
  });

  it.each([
    ["UTF-8 with a mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(card)])],
    ["UTF-16 little-endian", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(card, "utf16le")])],
    ["UTF-16 big-endian", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(card, "utf16le").swap16()])],
    ["UTF-16 without a mark", Buffer.from(card, "utf16le")],
    ["CRLF", Buffer.from(card.replaceAll("\n", "\r\n"))],
    ["CR alone", Buffer.from(card.replaceAll("\n", "\r"))],
    ["CR CR LF", Buffer.from(card.replaceAll("\n", "\r\r\n"))],
  ])("reads %s like UTF-8 with LF", async (_name, bytes) => {
    const plain = await read(card);
    const document = await read(bytes);
    expect({ ...document, warnings: [], contentHash: "" }).toEqual({
      ...plain,
      warnings: [],
      contentHash: "",
    });
  });

  it("reads Latin-1", async () => {
    const document = await read(
      Buffer.from("# Modell\n\nEin Modell für Wörter aus alten Büchern.\n", "latin1"),
    );
    expect(document.description).toContain("für Wörter");
    expect(document.warnings).toContainEqual(expect.stringContaining("Windows-1252"));
  });
});

describe("front matter", () => {
  it.each([
    ["white space before it", `\n\n---\nlicense: mit\n---\n\n${PROSE}\n`, "MIT"],
    ["blanks after the closing line", `---\nlicense: mit\n---  \n\n${PROSE}\n`, "MIT"],
    ["a broken line beside a good one", `---\nlicense: mit\ntitle: "never closed\n---\n\n${PROSE}\n`, "MIT"],
    ["a list of licences", `---\nlicense: [mit, apache-2.0]\n---\n\n${PROSE}\n`, "MIT AND Apache-2.0"],
    ["an unknown licence", `---\nlicense: openrail\n---\n\n${PROSE}\n`, "openrail"],
    ["a licence without its version", `---\nlicense: gpl\n---\n\n${PROSE}\n`, "gpl"],
    [
      "other with a name",
      `---\nlicense: other\nlicense_name: house-licence\n---\n\n${PROSE}\n`,
      "house-licence",
    ],
    ["none", `${PROSE}\n`, null],
    ["unterminated", `---\nlicense: mit\n\n${PROSE}\n`, null],
    ["code instead of YAML", `---js\n{ license: process.exit(1) }\n---\n\n${PROSE}\n`, null],
    ["a list instead of a mapping", `---\n[]\n---\n\n${PROSE}\n`, null],
  ])("%s", async (_name, text, licence) => {
    expect((await read(text)).licence).toBe(licence);
  });

  it("refuses an alias bomb", async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(",")}]`,
    );
    const document = await read(`---\na0: &a0 x\n${levels.join("\n")}\n---\n\n${PROSE}\n`);
    expect(document.warnings).toContainEqual(expect.stringContaining("alias"));
    expect(JSON.stringify(document.extra).length).toBeLessThan(100_000);
  });

  it("says that it is not closed", async () => {
    expect((await read(`---\nlicense: mit\n\n${PROSE}\n`)).warnings).toContainEqual(
      expect.stringContaining("not closed"),
    );
  });
});

describe("code blocks", () => {
  const blocks = async (body: string) =>
    (await read(`# Model\n\n${PROSE}\n\n${body}`)).examples.map(({ language, kind, parses, code }) => ({
      language,
      kind,
      parses,
      code,
    }));
  const valid = { language: "python", kind: "script", parses: true, code: "import a\na.b()" };

  it.each([
    ["tilde fence", "~~~python\nimport a\na.b()\n~~~\n"],
    ["python alias", "```Python3\nimport a\na.b()\n```\n"],
    ["Pandoc attributes", "```{.python .numberLines}\nimport a\na.b()\n```\n"],
    ["title after the language", '```python title="a.py"\nimport a\na.b()\n```\n'],
    ["no info, but imports", "```\nimport a\na.b()\n```\n"],
    ["indented fence in a list", "- item\n\n  ```python\n  import a\n  a.b()\n  ```\n"],
    ["indented code", "    import a\n    a.b()\n"],
    ["unclosed", "```python\nimport a\na.b()\n"],
    [
      "straight after <summary>",
      "<details><summary>Show</summary>\n```python\nimport a\na.b()\n```\n</details>\n",
    ],
    ["HTML pre", '<pre><code class="language-python">import a\na.b()</code></pre>\n'],
    ["in a quote", "> ```python\n> import a\n> a.b()\n> ```\n"],
    ["all lines indented", "```python\n    import a\n    a.b()\n```\n"],
  ])("%s", async (_name, body) => {
    expect(await blocks(body)).toEqual([valid]);
  });

  it("a comment hides its fences", async () => {
    expect(await blocks("<!--\n```python\nimport a\n```\n-->\n")).toEqual([]);
  });

  it("a notebook cell is told apart into commands and Python", async () => {
    expect(await blocks("```python\n!pip install a\n%matplotlib inline\nimport a\na.b()\n```\n")).toEqual([
      { language: "bash", kind: "shell", parses: null, code: "!pip install a\n%matplotlib inline" },
      valid,
    ]);
  });

  it("a script that shows its output with >>> keeps both", async () => {
    expect(await blocks("```python\nimport a\na.b()\n>>> 7\n```\n")).toEqual([
      valid,
      { language: "text", kind: "output", parses: null, code: "7" },
    ]);
  });

  it("comments alone are no program", async () => {
    expect(await blocks("```python\n# more to come\n```\n")).toMatchObject([{ kind: "other", parses: null }]);
  });

  it("an unclosed fence is told", async () => {
    const document = await read(`# Model\n\n${PROSE}\n\n\`\`\`python\nimport a\n`);
    expect(document.warnings).toEqual(["code fence of line 5 is never closed"]);
  });
});

describe("time", () => {
  it.each([
    ["a long line", "a".repeat(600_000)],
    ["many brackets", "[".repeat(100_000)],
    ["many fences", "```\nx\n```\n".repeat(20_000)],
    ["deep quotes", ">".repeat(20_000)],
    ["many comment openers", "<!--".repeat(50_000)],
    ["many stars", "*a _b ".repeat(60_000)],
    ["long table", "| a | b |\n".repeat(30_000)],
  ])("stays linear on %s", async (_name, body) => {
    const startedAt = performance.now();
    await sources.huggingface.parse(pageOf("m.md", `# Model\n\n${PROSE}\n\n${body}`));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

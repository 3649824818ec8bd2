/** `codergen scrape` and `codergen import`: one line an input, whatever the input is. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ScrapeRecord, scrapeRecordSchema } from "../../src/contracts/document.ts";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { sharedPath } from "../helpers/shared.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const FENCE = "```";
const CARD = `---\nlicense: mit\ntags: [no, text-classification]\n---\n# Sorter\nSorts.\n${FENCE}python\nprint(sorted([2, 1]))\n${FENCE}\n`;

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await tempFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function scrapeLines(...words: string[]): Promise<ScrapeRecord[]> {
  const finished = await codergen(["scrape", ...words, "--json"]);
  expect(finished.code, finished.stderr).toBe(0);
  return jsonLines(finished).map((line) => scrapeRecordSchema.parse(line));
}

describe("codergen scrape --json", () => {
  it("prints one line a card, with state, reason and document", async () => {
    const folder = await folderWith({
      "a/card.md": CARD,
      "b/copy.md": CARD,
      "empty.md": "",
      "binary.md": new Uint8Array([0, 1, 2, 255, 0]),
    });
    const records = await scrapeLines("huggingface", "--from", folder);
    expect(records.map(({ input, state, reason }) => [input, state, reason])).toEqual([
      ["a/card.md", "accepted", null],
      ["b/copy.md", "rejected", "duplicate"],
      ["binary.md", "rejected", "not-text"],
      ["empty.md", "rejected", "empty"],
    ]);
    expect(records[0]?.document).toMatchObject({
      licence: "MIT",
      tags: ["no", "text-classification"],
      domain: "Natural Language Processing",
    });
  });

  it("prints one line a record of a table", async () => {
    const folder = await folderWith({
      "pages.csv":
        "title,text\none,The first page has something to say.\ntwo,The second page says even more.\nbroken\n",
    });
    const columns = ["--columns", "name=title,description=text"];
    const records = await scrapeLines("csv", "--from", join(folder, "pages.csv"), ...columns);
    expect(records.map(({ state }) => state)).toEqual(["accepted", "accepted", "rejected"]);
  });

  it("keeps a scrape in a folder and, started again, reads only what changed", {
    timeout: 60_000,
  }, async () => {
    const cards = await folderWith({ "a.md": CARD, "b.md": CARD.replace("Sorter", "Other") });
    const out = join(await tempFolder(), "run");
    const words = ["scrape", "huggingface", "--from", cards, "--out", out];
    expect((await codergen(words)).stdout).toContain("2 documents");
    await writeFile(join(cards, "b.md"), CARD.replace("Sorter", "Changed"));
    await writeFile(join(cards, "c.md"), CARD.replace("Sorter", "New"));
    const again = await codergen(words);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toContain("3 documents");
  });

  it.each(["hub_cards", "hub_cards_derived", "hub_cards_fixtures"])(
    "ends every card of %s in one state",
    { timeout: 120_000 },
    async (name) => {
      const folder = sharedPath("corpora", name);
      if (folder === null) return;
      const records = await scrapeLines("huggingface", "--from", folder);
      expect(new Set(records.map(({ input }) => input)).size).toBe(records.length);
      for (const { state, reason, detail } of records)
        expect(reason === null && detail === null).toBe(state === "accepted");
    },
  );
});

describe("codergen import aicodereval --json", () => {
  it("prints one line a file", async () => {
    const marker = (name: string): string => `# ${name} --------------------\n\n`;
    const program = [
      `${marker("function_import")}import math`,
      `${marker("function_code")}def area(radius):\n    """Area of a circle."""\n    return math.pi * radius ** 2`,
      `${marker("test_function_code")}def test_area():\n    print("Testing case [1/2] started.")\n    assert area(1) > 3\n    print("Testing case [2/2] started.")\n    assert area(0) == 0\n    print("Testing finished.")`,
      `${marker("call_test_function_code")}test_area()`,
    ].join("\n\n");
    const folder = await folderWith({
      "f00001_area.py": program,
      "f00001_area.txt": "numpy",
      "f00002_broken.py": "def (:",
    });
    const finished = await codergen(["import", "aicodereval", folder, "--json"]);
    const lines = jsonLines<{
      input: string;
      state: string;
      task: { cases: unknown[]; requirements: string[] } | null;
    }>(finished);
    expect(lines.map(({ input }) => input).sort()).toEqual([
      "f00001_area.py",
      "f00001_area.txt",
      "f00002_broken.py",
    ]);
    const imported = lines.find(({ input }) => input === "f00001_area.py");
    expect(imported).toMatchObject({ state: "accepted", task: { requirements: ["numpy"] } });
    expect(imported?.task?.cases).toHaveLength(2);
    expect(lines.find(({ input }) => input === "f00002_broken.py")?.state).toBe("rejected");
  });
});

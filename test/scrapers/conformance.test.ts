import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Source } from "../../src/contracts/source.ts";
import { sources } from "../../scrapers/index.ts";
import { sampleRow } from "../helpers/sample-row.ts";
import { describeConformance, type ConformanceCase } from "./conformance.ts";
import { apiRecord, card, instructionRecord, sphinxPage, tfhubPage, torchhubPage } from "./fixtures.ts";

function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

function fromFolder(files: Record<string, string | Uint8Array>): (folder: string) => Record<string, unknown> {
  return (folder) => {
    writeFiles(folder, files);
    return { from: folder };
  };
}

function fromFile(
  name: string,
  content: string,
  more: Record<string, unknown> = {},
): (folder: string) => Record<string, unknown> {
  return (folder) => {
    writeFiles(folder, { [name]: content });
    return { from: join(folder, name), ...more };
  };
}

const records = [
  JSON.stringify(apiRecord),
  "{broken",
  JSON.stringify(instructionRecord),
  "",
  "[1]",
  JSON.stringify({ other: 1 }),
];
const rows =
  'name,text,code\nfirst,"Adds numbers, two of them","print(1 + 1)"\nragged,row\nsecond,"Says hello to the world",\n';

const parents = [1, 2, 3, 4, 5].map((number) =>
  sampleRow({
    task_id: `task_${number}`,
    document_id: `pydoc:f${number}`,
    function_name: `f${number}`,
    licence: number === 5 ? "MIT" : "PSF-2.0",
  }),
);

const cases: Record<keyof typeof sources, Omit<ConformanceCase, "source">> = {
  huggingface: {
    prepare: fromFolder({
      "b__two.md": "",
      "a__one.md": card,
      "deep/owner/three/README.md": card,
      "z.txt": "not a card",
    }),
    accepted: ["a__one.md", "deep/owner/three/README.md"],
    rejected: ["b__two.md"],
    sampleInput: "owner__noise.md",
    records: false,
  },
  torchhub: {
    prepare: fromFolder({
      "small_net.md": torchhubPage,
      "CONTRIBUTING.txt": "How to help.\n",
      "template.md": "---\ntitle: <REQUIRED: name>\n---\n\n# Model\n",
    }),
    accepted: ["small_net.md"],
    rejected: ["CONTRIBUTING.txt", "template.md"],
    sampleInput: "noise.md",
    records: false,
  },
  tfhub: {
    prepare: fromFolder({ "owner__small__2.md": tfhubPage, "empty.md": " \n" }),
    accepted: ["owner__small__2.md"],
    rejected: ["empty.md"],
    sampleInput: "noise.md",
    records: false,
  },
  apibench: {
    prepare: fromFile("api.jsonl", records.join("\n")),
    accepted: ["api.jsonl#1", "api.jsonl#3"],
    rejected: ["api.jsonl#2", "api.jsonl#5", "api.jsonl#6"],
    sampleInput: "api.jsonl#9",
    records: true,
  },
  docs: {
    prepare: fromFolder({
      "heap.html": sphinxPage,
      "guide.md": "# Guide\n\nHow the heap is built and used, step by step.\n",
      "nothing.html": "<html><body></body></html>",
    }),
    accepted: ["guide.md", "heap.html"],
    rejected: ["nothing.html"],
    sampleInput: "noise.html",
    records: false,
  },
  csv: {
    prepare: fromFile("rows.csv", rows, { columns: { name: "name", description: "text", code: "code" } }),
    accepted: ["rows.csv#2", "rows.csv#4"],
    rejected: ["rows.csv#3"],
    sampleInput: "rows.csv#9",
    records: true,
  },
  jsonl: {
    prepare: fromFile(
      "rows.jsonl",
      '{"name":"first","text":"Adds two numbers up"}\nnonsense\n{"name":"second","code":"print(2)"}\n',
      { columns: "description=text" },
    ),
    accepted: ["rows.jsonl#1", "rows.jsonl#3"],
    rejected: ["rows.jsonl#2"],
    sampleInput: "rows.jsonl#9",
    records: true,
  },
  tasks: {
    prepare: fromFile("test.jsonl", parents.map((row) => JSON.stringify(row)).join("\n"), { seed: 3 }),
    accepted: ["task_3+task_1", "task_2+task_4"],
    rejected: [],
    sampleInput: "task_7+task_8",
    records: false,
  },
};

describe("the record of sources", () => {
  it("has a conformance case for each", () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(sources).sort());
  });
});

for (const [name, test] of Object.entries(cases)) {
  const source: Source = sources[name as keyof typeof sources];
  describeConformance({ ...test, source });
}

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cardMetadata, datasetCard } from "../../src/export/card.ts";
import type { TaskRow } from "../../src/contracts/task-row.ts";
import { inConfig } from "../../src/export/row.ts";
import { exportDataset } from "../../src/pipeline/export.ts";
import { sampleRow } from "../helpers/sample-row.ts";
import { sampleSummary } from "../helpers/sample-summary.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const rows: TaskRow[] = [
  sampleRow(),
  sampleRow({
    task_id: "b",
    tier: "all",
    licence: null,
    url: null,
    requirements: ["numpy", "scipy>=1"],
    instruction: 'tür | "q"\n✓',
  }),
  sampleRow({ task_id: "c", tier: "any", licence: "BSD-3-Clause", environment_lock: ["numpy==2.0.0"] }),
  sampleRow({ task_id: "d", tier: "none" }),
];

async function* stream(list: readonly TaskRow[]): AsyncGenerator<TaskRow> {
  yield* list;
}

async function exported(list: readonly TaskRow[]): Promise<string> {
  const folder = join(await tempFolder(), "export");
  await exportDataset(() => stream(list), {
    folder,
    formats: ["parquet", "jsonl", "py"],
    name: "sample",
    toolkitVersion: "0.0.0",
    summary: sampleSummary(3, 2, 1),
  });
  return folder;
}

const readParquet = async (path: string): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file: await asyncBufferFromFile(path) });

describe("exportDataset", () => {
  it("writes the same rows as Parquet and as JSON Lines, each config holding its tiers", async () => {
    const folder = await exported(rows);
    for (const [config, ids] of [
      ["any", ["pydoc_statistics__mean", "b", "c"]],
      ["all", ["pydoc_statistics__mean", "b"]],
      ["verified", ["pydoc_statistics__mean"]],
    ] as const) {
      const parquet = await readParquet(join(folder, "data", config, "test.parquet"));
      const text = await readFile(join(folder, "jsonl", `${config}.jsonl`), "utf8");
      const lines = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as TaskRow);
      expect(lines.map(({ task_id }) => task_id)).toEqual(ids);
      expect(parquet).toEqual(lines);
    }
  });

  it("writes a task file a kept task, in the folder of its tier", async () => {
    const folder = await exported(rows);
    expect(await readFile(join(folder, "tasks", "all", "b.py"), "utf8")).toBe("# the file\n");
    await expect(readFile(join(folder, "tasks", "none", "d.py"))).rejects.toThrow("ENOENT");
  });

  it("keeps the column types when a config has no row, and when the first thousands are null", async () => {
    const empty = await exported([]);
    expect(await readParquet(join(empty, "data", "all", "test.parquet"))).toEqual([]);
    const late = Array.from({ length: 3_000 }, (_, index) =>
      sampleRow({ task_id: `t${index}`, url: null, requirements: [] }),
    );
    const folder = await exported([
      ...late,
      sampleRow({ url: "https://late.test/", requirements: ["late"] }),
    ]);
    const read = await readParquet(join(folder, "data", "any", "test.parquet"));
    expect(read[0]).toMatchObject({ url: null, requirements: [] });
    expect(read[3_000]).toMatchObject({ url: "https://late.test/", requirements: ["late"] });
  });
});

describe("what an export replaces", () => {
  const options = {
    formats: ["jsonl"],
    name: "sample",
    toolkitVersion: "0.0.0",
    summary: sampleSummary(1, 1, 1),
  } as const;

  it("an earlier export, or an empty folder", async () => {
    const folder = await exported(rows);
    await exportDataset(() => stream([sampleRow()]), { ...options, folder });
    expect(await readFile(join(folder, "jsonl", "any.jsonl"), "utf8")).toContain("pydoc_statistics__mean");
    await exportDataset(() => stream([sampleRow()]), { ...options, folder: await tempFolder() });
  });

  it("never anything else", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "mine.txt"), "precious");
    await expect(exportDataset(() => stream([]), { ...options, folder })).rejects.toMatchObject({
      code: "run-conflict",
    });
    const file = join(folder, "mine.txt");
    await expect(exportDataset(() => stream([]), { ...options, folder: file })).rejects.toMatchObject({
      code: "run-conflict",
    });
    expect(await readFile(file, "utf8")).toBe("precious");
  });
});

describe("dataset card", () => {
  const facts = {
    name: "sample",
    toolkitVersion: "0.0.0",
    summary: sampleSummary(3, 2, 1),
    domains: { other: 3 },
    sources: { pydoc: 3 },
  };

  it("has metadata that reads back, with one data file a config", () => {
    const card = datasetCard({ ...facts, licences: { MIT: 3 } });
    const metadata = parse(card.split("---\n")[1] ?? "") as {
      configs: { config_name: string }[];
      license: string;
    };
    expect(metadata.license).toBe("mit");
    expect(metadata.configs.map(({ config_name }) => config_name)).toEqual(["any", "all", "verified"]);
  });

  it.each([
    [{ MIT: 1 }, { license: "mit" }],
    [{ "PSF-2.0": 2 }, { license: "other", license_name: "psf-2.0" }],
    [
      { MIT: 1, "Apache-2.0": 1 },
      { license: "other", license_name: "mit-and-apache-2.0" },
    ],
    [{ unknown: 2 }, { license: "unknown" }],
    [{}, { license: "unknown" }],
  ])("derives the licence of %j", (licences, expected) => {
    expect(cardMetadata({ ...facts, licences })).toMatchObject(expected);
  });

  it.each([
    [999, "n<1K"],
    [1_000, "1K<n<10K"],
    [2_000_000, "n>1M"],
  ])("names the size of %i rows", (any, size) => {
    expect(cardMetadata({ ...facts, summary: sampleSummary(any, 0, 0), licences: {} })).toMatchObject({
      size_categories: [size],
    });
  });
});

it("configs hold the tiers above them", () => {
  expect(["none", "any", "all", "verified"].map((tier) => inConfig(tier as TaskRow["tier"], "all"))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

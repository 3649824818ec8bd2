/** What is published: card, licence, and configs of one shape each. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { fileWriter } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { PublishedManifest } from "../../src/contracts/publish.ts";
import { cardFaults, readCardMetadata } from "../../src/export/card-check.ts";
import { writeColumns } from "../../src/export/parquet.ts";
import { trainingAsParquet } from "../../src/pipeline/training-parquet.ts";
import {
  datasetFolder,
  headFiles,
  planned,
  published,
  rows,
  startHub,
  textAt,
  TO,
  withTraining,
} from "../helpers/publishing.ts";
import { sampleRow } from "../helpers/sample-row.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

describe("the card", () => {
  it("has metadata without faults, provenance, audit, limits, citation and how to load", async () => {
    const { hub, hubUrl } = await startHub();
    const { result } = await published(await datasetFolder(), hubUrl);
    const read = readCardMetadata(result.card);
    expect("metadata" in read && cardFaults(read.metadata, Object.keys(headFiles(hub)))).toEqual([]);
    for (const text of [
      "## Provenance",
      "## Audit",
      "## Known limits",
      "## Citation",
      'load_dataset("me/first", "all", split="test")',
      "critic-2, writer-1",
    ])
      expect(result.card).toContain(text);
    const manifest = JSON.parse(textAt(hub, "codergen.json")) as PublishedManifest;
    expect(manifest.run?.name).toBe("first");
    expect(textAt(hub, "codergen.json")).not.toContain("10.0.0.7");
    expect(manifest.version).toBe("1.0.0");
    expect(textAt(hub, "CHANGELOG.md")).toContain("## 1.0.0");
    expect(textAt(hub, "README.md")).toContain("Version 1.0.0;");
    expect(manifest.cardSha256).toBe(headFiles(hub)["README.md"]);
  });

  it("has what an audit found", async () => {
    const { hubUrl } = await startHub();
    const run = await datasetFolder();
    const empty = { domains: {}, packages: {}, sources: {}, lines: [], tokens: [], licences: {} };
    const audit = {
      tasks: 40,
      kept: 38,
      leftOut: { secret: 2 },
      nearDuplicates: 7,
      contaminated: { mbpp: 1 },
      comparedWith: [{ name: "mbpp", problems: 974, source: "00" }],
      findings: { huggingface: 2 },
      ...empty,
    };
    await writeFile(join(run, "audit.json"), JSON.stringify(audit));
    const { result } = await published(run, hubUrl);
    expect(result.card).toMatch(
      /nearly the same as an earlier one \| 7 \|\n.*\| mbpp 1 \|\n.*\| huggingface 2 \|/,
    );
    expect(result.card).not.toContain("Not audited");
  });

  it("is made for an exported folder without its run too", async () => {
    const { hub, hubUrl } = await startHub();
    const folder = join(await datasetFolder(), "export");
    const { result } = await published(folder, hubUrl);
    expect(headFiles(hub)).toEqual(planned(result));
    expect(JSON.parse(textAt(hub, "codergen.json"))).toMatchObject({ name: "first", run: null });
    await expect(published(folder, hubUrl, { training: true })).rejects.toMatchObject({ code: "usage" });
  });

  it("of people is not overwritten: a diff, and nothing is changed; then it is, and their keys stay (T69)", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    await published(run, hubUrl);
    const edited = textAt(hub, "README.md")
      .replace("tags:\n", "arxiv: 2406.04712\ntags:\n  - ours\n")
      .replace("## Citation", "Our own words.\n\n## Citation");
    hub.edit(TO, { "README.md": edited });
    const stopped = await published(run, hubUrl);
    expect(stopped.result.state).toBe("card-edited");
    expect(stopped.result.diff).toContain("-Our own words.");
    expect(hub.repositories.get(TO)?.commits).toHaveLength(3);
    const { result } = await published(run, hubUrl, { replaceCard: true });
    const metadata = parse(textAt(hub, "README.md").split("---\n")[1] ?? "") as Record<string, unknown>;
    expect(metadata).toMatchObject({ arxiv: 2406.04712, license: "other", license_name: "psf-2.0" });
    expect(metadata["tags"]).toEqual(expect.arrayContaining(["ours", "codergen"]));
    expect(metadata["configs"]).toHaveLength(3);
    expect(headFiles(hub)).toEqual(planned(result));
    expect((await published(run, hubUrl)).result.state).toBe("unchanged");
  });

  it("that was there before the first publication is one of people too", async () => {
    const { hub, hubUrl } = await startHub();
    hub.edit(TO, { "README.md": "---\nlicense: mit\nviewer: false\n---\n\n# By hand\n" });
    const run = await datasetFolder();
    expect((await published(run, hubUrl)).result.state).toBe("card-edited");
    expect((await published(run, hubUrl, { replaceCard: true })).result.card).toContain("viewer: false");
  });

  it("of the exported folder is taken over, and its faults are named by field", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    const path = join(run, "export", "README.md");
    const card = await readFile(path, "utf8");
    await writeFile(path, card.replace("tags:\n", "size_categorys: x\ntags:\n  - 12\n"));
    await expect(published(run, hubUrl)).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringMatching(/size_categorys is not known.*tags\[0\] is a number/) as string,
    });
    expect(hub.asked).toEqual([]);
    await writeFile(path, card.replace("# first\n", "# first\n\nWords of our own.\n"));
    expect((await published(run, hubUrl)).result.card).toContain("Words of our own.");
  });
});

describe("licences", () => {
  const withUnknown = [
    ...rows,
    sampleRow({ task_id: "u", licence: null }),
    sampleRow({ task_id: "n", licence: "CC-BY-ND-4.0" }),
  ];

  it("that are unknown or forbid it stop the publication before anybody is asked", async () => {
    const { hub, hubUrl } = await startHub();
    await expect(published(await datasetFolder(withUnknown), hubUrl)).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringMatching(
        /1 rows: .*CC-BY-ND-4\.0 forbids|1 rows: the terms of their source/,
      ) as string,
      hint: expect.stringContaining("--licence-override") as string,
    });
    expect(hub.asked).toEqual([]);
  });

  it("are overridden by a reason, which the card states", async () => {
    const { hub, hubUrl } = await startHub();
    const reason = "Written leave of both authors.";
    await published(await datasetFolder(withUnknown), hubUrl, { licenceOverride: reason });
    expect(textAt(hub, "README.md")).toMatch(
      /explicit override[\s\S]*CC-BY-ND-4\.0 forbids[\s\S]*Written leave of both authors\./,
    );
    expect(parse(textAt(hub, "README.md").split("---\n")[1] ?? "")).toMatchObject({ license: "other" });
  });
});

describe("licences of all configs", () => {
  it("count, not only those of the tiers", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    async function* further() {
      yield { licence: "CC-BY-ND-4.0", text: "x" };
    }
    const path = join(run, "export/data/any/further.parquet");
    await writeColumns(further(), { licence: "text-or-null", text: "text" }, fileWriter(path));
    await expect(published(run, hubUrl)).rejects.toMatchObject({
      message: expect.stringContaining("CC-BY-ND-4.0 forbids derived works") as string,
    });
    expect(hub.asked).toEqual([]);
  });
});

describe("the shape of configs", () => {
  const readRows = async (path: string) => parquetReadObjects({ file: await asyncBufferFromFile(path) });

  it("training formats are configs of their own, nested, with one file a split", async () => {
    const { hubUrl } = await startHub();
    const run = await datasetFolder();
    const example = (word: string) => ({
      messages: [
        { role: "user", content: word },
        { role: "assistant", content: `${word}!` },
      ],
    });
    const chosen = {
      prompt: [{ role: "user", content: "q" }],
      chosen: [{ role: "assistant", content: "y" }],
      rejected: [],
    };
    await withTraining(run, {
      "chat/train.jsonl": [example("a"), example("b")],
      "chat/test.jsonl": [example("c")],
      "chat/index.jsonl": [{ licence: "MIT" }],
      "sharegpt/train.jsonl": [{ conversations: [{ from: "human", value: "x" }] }],
      "sharegpt/index.jsonl": [],
      "preference/train.jsonl": [chosen],
      "preference/index.jsonl": [],
    });
    const { result } = await published(run, hubUrl, { training: true });
    const { configs } = parse(result.card.split("---\n")[1] ?? "") as {
      configs: { config_name: string; data_files: unknown }[];
    };
    expect(configs.map(({ config_name }) => config_name)).toEqual([
      "any",
      "all",
      "verified",
      "chat",
      "sharegpt",
      "preference",
    ]);
    expect(configs[3]?.data_files).toEqual([
      { split: "train", path: "training/chat/train.parquet" },
      { split: "test", path: "training/chat/test.parquet" },
    ]);
    const staging = await tempFolder();
    await trainingAsParquet(join(run, "training"), staging);
    expect(await readRows(join(staging, "training/chat/train.parquet"))).toEqual([
      example("a"),
      example("b"),
    ]);
    expect(await readRows(join(staging, "training/preference/train.parquet"))).toEqual([chosen]);
    expect(parse(result.card.split("---\n")[1] ?? "")).toMatchObject({ license_name: "mit-and-psf-2.0" });
  });

  it("an empty struct, and a column that is null ten thousand times before it is text (T64, T66)", async () => {
    const run = await datasetFolder();
    const nulls = Array.from({ length: 10_000 }, () => ({
      prompt: "p",
      completion: "c",
      meta: {},
      note: null,
    }));
    await withTraining(run, {
      "completion/train.jsonl": [...nulls, { prompt: "p", completion: "c", meta: { a: 1 }, note: "a" }],
      "completion/test.jsonl": [{ prompt: "p", completion: "c" }],
    });
    const staging = await tempFolder();
    const { notes } = await trainingAsParquet(join(run, "training"), staging);
    expect(notes).toEqual(["completion: further columns are published as text: meta, note"]);
    const read = await readRows(join(staging, "training/completion/train.parquet"));
    expect(read[0]).toEqual({ prompt: "p", completion: "c", meta: "{}", note: null });
    expect(read[10_000]).toEqual({ prompt: "p", completion: "c", meta: '{"a":1}', note: "a" });
    expect(Object.keys((await readRows(join(staging, "training/completion/test.parquet")))[0] ?? {})).toEqual(
      Object.keys(read[0] ?? {}),
    );
  });

  it("files of two shapes are two configs, and an empty one is none (T68)", async () => {
    const run = await datasetFolder();
    async function* other(count: number) {
      for (let at = 0; at < count; at++) yield { text: "x" };
    }
    await writeColumns(other(2), { text: "text" }, fileWriter(join(run, "export/data/any/extra.parquet")));
    await writeColumns(other(1), { text: "text" }, fileWriter(join(run, "export/data/loose.parquet")));
    await writeColumns(other(0), { text: "text" }, fileWriter(join(run, "export/data/empty.parquet")));
    const { result, notes } = await published(
      run,
      "http://127.0.0.1:1",
      { licenceOverride: "made for a test" },
      { dryRun: true },
    );
    const { configs } = parse(result.card.split("---\n")[1] ?? "") as {
      configs: { config_name: string; data_files: { path: string }[] }[];
    };
    expect(
      configs.map(({ config_name, data_files }) => [config_name, ...data_files.map(({ path }) => path)]),
    ).toEqual([
      ["any", "data/any/extra.parquet"],
      ["any-test", "data/any/test.parquet"],
      ["all", "data/all/test.parquet"],
      ["verified", "data/verified/test.parquet"],
      ["loose", "data/loose.parquet"],
    ]);
    expect(notes.join("\n")).toContain("data/empty.parquet has no rows");
  });
});

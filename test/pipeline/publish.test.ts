/** Publishing to a Hub on this machine, under every fault: exactly one commit with equal bytes, or nothing changed. */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { fileWriter } from "hyparquet-writer";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { publish, type PublishRunOptions } from "../../src/api/publish.ts";
import type { PublishedManifest, PublishResult } from "../../src/contracts/publish.ts";
import type { TaskRow } from "../../src/contracts/task-row.ts";
import { cardFaults, readCardMetadata } from "../../src/export/card-check.ts";
import { writeColumns } from "../../src/export/parquet.ts";
import { exportDataset } from "../../src/pipeline/export.ts";
import { trainingAsParquet } from "../../src/pipeline/training-parquet.ts";
import { sampleRow } from "../helpers/sample-row.ts";
import { sampleSummary } from "../helpers/sample-summary.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { type Fault, type HubSettings, HubUploadServer } from "../io/hub-upload-server.ts";

const TO = "me/first";
const TOKEN = "hf_writer";
const PART_BYTES = 20_000;

/** Text that does not compress, so that a file has several parts. */
const noise = (seed: number): string =>
  Array.from({ length: 60 }, (_, at) => createHash("sha256").update(`${seed} ${at}`).digest("hex")).join(
    "\n",
  );

const rows: TaskRow[] = Array.from({ length: 40 }, (_, number) =>
  sampleRow({ task_id: `task_${number}`, program: noise(number), tier: number === 0 ? "all" : "verified" }),
);

async function datasetFolder(list: readonly TaskRow[] = rows): Promise<string> {
  const run = join(await tempFolder(), "run");
  async function* stream() {
    yield* list;
  }
  await exportDataset(stream, {
    folder: join(run, "export"),
    formats: ["parquet"],
    name: "first",
    toolkitVersion: "0.0.0",
    summary: sampleSummary(list.length, list.length, list.length - 1),
  });
  const generate = {
    generator: "piecewise",
    model: { name: "writer-1", baseUrl: "http://10.0.0.7/v1", roles: { critic: { name: "critic-2" } } },
  };
  const manifest = { schemaVersion: 1, toolkitVersion: "0.0.0", name: "first", stages: { generate } };
  await writeFile(join(run, "manifest.json"), JSON.stringify(manifest));
  return run;
}

async function withTraining(run: string, files: Readonly<Record<string, readonly unknown[]>>): Promise<void> {
  for (const [name, values] of Object.entries(files)) {
    const path = join(run, "training", name);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  }
}

async function startHub(settings: HubSettings = {}) {
  const hub = new HubUploadServer({ partBytes: PART_BYTES, ...settings });
  const hubUrl = await hub.start();
  onTestFinished(() => hub.stop());
  return { hub, hubUrl };
}

interface Published {
  readonly result: PublishResult;
  readonly notes: string[];
}

async function published(
  folder: string,
  hubUrl: string,
  wish: object = {},
  options: PublishRunOptions = {},
): Promise<Published> {
  const notes: string[] = [];
  const work = publish(
    folder,
    { to: TO, ...wish },
    { token: TOKEN, hubUrl, wait: () => Promise.resolve(), ...options },
  );
  for (;;) {
    const step = await work.next();
    if (step.done === true) return { result: step.value, notes };
    if (step.value.type === "note") notes.push(step.value.message);
  }
}

/** The files at the head, those of ours only. */
function headFiles(hub: HubUploadServer): Record<string, string> {
  const files = [...(hub.head(TO)?.files ?? [])].filter(([path]) => path !== ".gitattributes");
  return Object.fromEntries(
    files.map(([path, { bytes }]) => [path, createHash("sha256").update(bytes).digest("hex")]),
  );
}

const planned = ({ files }: PublishResult): Record<string, string> =>
  Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));

const textAt = (hub: HubUploadServer, path: string): string =>
  hub.head(TO)?.files.get(path)?.bytes.toString() ?? "";

describe("publishing", () => {
  it("is one commit to a private repository, read back", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    const { result, notes } = await published(run, hubUrl);
    expect(result.state).toBe("published");
    expect(hub.repositories.get(TO)?.isPrivate).toBe(true);
    expect(hub.repositories.get(TO)?.commits.map(({ title }) => title)).toEqual([
      "initial commit",
      expect.stringContaining("Publish with codergen"),
    ]);
    expect(result.commit).toBe(hub.head(TO)?.id);
    expect(headFiles(hub)).toEqual(planned(result));
    expect(Object.keys(headFiles(hub)).toSorted()).toEqual([
      "README.md",
      "codergen.json",
      "data/all/test.parquet",
      "data/any/test.parquet",
      "data/verified/test.parquet",
    ]);
    expect(hub.head(TO)?.files.get("data/any/test.parquet")?.bytes).toEqual(
      await readFile(join(run, "export", "data", "any", "test.parquet")),
    );
    expect(hub.asked.filter((what) => /\/lfs\/\w+\/00005$/.test(what)).length).toBeGreaterThan(0);
    expect(notes.at(-1)).toContain("read back: 5 files");
  });

  it("makes no commit when nothing is new, and sends only what changed when something is", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    await published(run, hubUrl);
    const { result } = await published(run, hubUrl);
    expect(result.state).toBe("unchanged");
    expect(hub.repositories.get(TO)?.commits).toHaveLength(2);
    const second = await datasetFolder(rows.slice(1));
    hub.asked.length = 0;
    const again = await published(second, hubUrl);
    expect(again.result.state).toBe("published");
    expect(headFiles(hub)).toEqual(planned(again.result));
    expect(hub.repositories.get(TO)?.commits).toHaveLength(3);
  });

  it("asks nobody in a dry run", async () => {
    const { hub, hubUrl } = await startHub();
    const { result } = await published(await datasetFolder(), hubUrl, {}, { dryRun: true, token: null });
    expect(result.state).toBe("planned");
    expect(result.files.map(({ path }) => path)).toContain("data/verified/test.parquet");
    expect(hub.asked).toEqual([]);
  });

  it("does not publish into a public repository unasked", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    await published(run, hubUrl, { public: true });
    expect(hub.repositories.get(TO)?.isPrivate).toBe(false);
    await expect(published(run, hubUrl)).rejects.toMatchObject({ code: "run-conflict" });
  });

  it("removes its own files that are no longer part of it, and no others", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    await withTraining(run, {
      "completion/train.jsonl": [{ prompt: "a", completion: "b" }],
      "completion/index.jsonl": [],
    });
    await published(run, hubUrl, { training: true });
    hub.edit(TO, { "notes.txt": "mine" });
    await published(run, hubUrl);
    const paths = [...(hub.head(TO)?.files.keys() ?? [])];
    expect(paths).toContain("notes.txt");
    expect(paths).not.toContain("training/completion/train.parquet");
  });
});

describe("under a fault", () => {
  const survived: readonly (readonly [string, Fault])[] = [
    ["500 on part 3", { at: /PUT \/lfs\/\w+\/00003$/, status: 500, times: 2 }],
    ["504 at the batch", { at: /objects\/batch$/, status: 504, times: 1 }],
    ["504 at the commit, which was not taken", { at: /\/commit\/main$/, status: 504, times: 1 }],
    ["429 with Retry-After", { at: /preupload/, status: 429, headers: { "retry-after": "3" }, times: 1 }],
    ["429 at the commit", { at: /\/commit\/main$/, status: 429, headers: { "retry-after": "3" }, times: 1 }],
    ["a cut within a part", { at: /PUT \/lfs\/\w+\/00002$/, cut: "before", times: 1 }],
    ["a cut after a completed file", { at: /\/complete$/, cut: "after", times: 1 }],
    ["a cut before the commit", { at: /\/commit\/main$/, cut: "before", times: 1 }],
    [
      "a cut after the commit: it arrived, the answer is lost",
      { at: /\/commit\/main$/, cut: "after", times: 1 },
    ],
    ["a cut while looking", { at: /\/tree\//, cut: "before", times: 1 }],
  ];

  it.each(survived)("%s: exactly one commit, equal bytes", async (_, fault) => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    hub.faults.push({ ...fault });
    const waits: number[] = [];
    const { result } = await published(run, hubUrl, {}, { wait: async (ms) => void waits.push(ms) });
    expect(hub.faults[0]?.times).toBe(0);
    expect(hub.repositories.get(TO)?.commits).toHaveLength(2);
    expect(headFiles(hub)).toEqual(planned(result));
    if (fault.headers !== undefined) expect(waits).toContain(3_000);
  });

  const refused: readonly (readonly [string, Fault, string, string])[] = [
    [
      "500 on part 3 for ever",
      { at: /PUT \/lfs\/\w+\/00003$/, status: 500 },
      "http-failed",
      "same command again",
    ],
    ["504 at every commit", { at: /\/commit\/main$/, status: 504 }, "http-failed", "same command again"],
    ["401", { at: /preupload/, status: 401 }, "unauthorized", "HF_TOKEN"],
    ["403 at the commit", { at: /\/commit\/main$/, status: 403 }, "unauthorized", "write access"],
    ["403 at the repository", { at: /repos\/create$/, status: 403 }, "unauthorized", "write access"],
    ["every connection cut", { at: /preupload/, cut: "before" }, "http-failed", "same command again"],
  ];

  it.each(refused)("%s: a clear error, nothing changed", async (_, fault, code, hint) => {
    const { hub, hubUrl } = await startHub();
    hub.faults.push(fault);
    const failed = published(await datasetFolder(), hubUrl);
    await expect(failed).rejects.toMatchObject({ code, hint: expect.stringContaining(hint) as string });
    expect(hub.repositories.get(TO)?.commits.slice(1) ?? []).toEqual([]);
  });

  it("401 and 403 are told at once", async () => {
    const { hub, hubUrl } = await startHub();
    await expect(published(await datasetFolder(), hubUrl, {}, { token: "hf_other" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect(hub.asked).toHaveLength(1);
    await expect(published(await datasetFolder(), hubUrl, {}, { token: "secret" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect(hub.asked).toHaveLength(1);
  });

  it("goes on where it stopped: files that are up are not sent again", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    hub.faults.push({ at: /\/commit\/main$/, status: 500 });
    await expect(published(run, hubUrl)).rejects.toMatchObject({ code: "http-failed" });
    hub.faults.length = 0;
    hub.asked.length = 0;
    const { result } = await published(run, hubUrl);
    expect(hub.asked.filter((what) => what.includes(" /lfs/"))).toEqual([]);
    expect(headFiles(hub)).toEqual(planned(result));
    expect(hub.repositories.get(TO)?.commits).toHaveLength(2);
  });

  it("does not commit over what somebody else committed meanwhile", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    hub.edit(TO, { "notes.txt": "mine" });
    hub.faults.push({ at: /\/commit\/main$/, status: 504, times: 1 });
    const wait = async () => hub.edit(TO, { "notes.txt": "mine, longer" });
    await expect(published(run, hubUrl, {}, { wait })).rejects.toMatchObject({ code: "run-conflict" });
    expect([...(hub.head(TO)?.files.keys() ?? [])]).toEqual(["notes.txt"]);
  });
});

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
    expect(manifest.cardSha256).toBe(headFiles(hub)["README.md"]);
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

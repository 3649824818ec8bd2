/** Publishing to a Hub on this machine, under every fault: exactly one commit with equal bytes, or nothing changed. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  datasetFolder,
  headFiles,
  planned,
  published,
  rows,
  startHub,
  TO,
  withTraining,
} from "../helpers/publishing.ts";
import type { Fault } from "../io/hub-upload-server.ts";

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
      "CHANGELOG.md",
      "README.md",
      "codergen.json",
      "data/all/test.parquet",
      "data/any/test.parquet",
      "data/verified/test.parquet",
      "version.json",
    ]);
    expect(hub.head(TO)?.files.get("data/any/test.parquet")?.bytes).toEqual(
      await readFile(join(run, "export", "data", "any", "test.parquet")),
    );
    expect(hub.asked.filter((what) => /\/lfs\/\w+\/00005$/.test(what)).length).toBeGreaterThan(0);
    expect(notes.at(-1)).toContain("read back: 7 files");
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

/** Assets are fetched once from a mirror, and runs read them offline. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FetchedAsset, fetchAssets } from "../../src/io/asset-cache.ts";
import type { Asset } from "../../src/python/assets.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { HubInMiniature } from "./hub-in-miniature.ts";

const model: Asset = { kind: "hub-model", id: "tiny/model", revision: null };
const dataset: Asset = { kind: "hub-dataset", id: "tiny/data", revision: null };
const hub = new HubInMiniature({
  "models/tiny/model": { "config.json": '{"size": 1}', "weights/part.txt": "0.5 0.25" },
  "datasets/tiny/data": { "train.csv": "a,b\n1,2\n" },
});
let hubUrl: string;
beforeAll(async () => {
  hubUrl = await hub.start();
});
afterAll(() => hub.stop());

async function fetchAll(folder: string, ...assets: Asset[]): Promise<FetchedAsset[]> {
  const fetched: FetchedAsset[] = [];
  const options = { folder, hubUrl, nltkIndex: `${hubUrl}/index.xml` };
  for await (const one of fetchAssets(assets, options)) fetched.push(one);
  return fetched;
}

describe("the cache of assets", () => {
  it("holds repositories in the layout of the Hub's own libraries", async () => {
    const folder = await tempFolder();
    const fetched = await fetchAll(folder, model, dataset);
    expect(fetched.map(({ state, reason }) => [state, reason])).toEqual([
      ["fetched", null],
      ["fetched", null],
    ]);
    const place = join(folder, "hub/models--tiny--model");
    const commit = readFileSync(join(place, "refs/main"), "utf8");
    expect(readFileSync(join(place, "snapshots", commit, "weights/part.txt"), "utf8")).toBe("0.5 0.25");
    expect(existsSync(join(folder, "hub/datasets--tiny--data"))).toBe(true);
  });

  it("fetches nothing twice", async () => {
    const folder = await tempFolder();
    await fetchAll(folder, model);
    const before = hub.asked.length;
    expect((await fetchAll(folder, model))[0]?.state).toBe("cached");
    expect(hub.asked.length).toBe(before);
  });

  it("holds NLTK's packages as archives where NLTK looks for them", async () => {
    const folder = await tempFolder();
    const [words, none] = await fetchAll(
      folder,
      { kind: "nltk", id: "words", revision: null },
      { kind: "nltk", id: "no-such", revision: null },
    );
    expect(words?.state).toBe("fetched");
    expect(readFileSync(join(folder, "nltk/corpora/words.zip"), "utf8")).toBe("zip of words");
    expect(none).toMatchObject({ state: "failed", reason: expect.stringContaining("no-such") });
  });

  it("says why something cannot be fetched, and goes on", async () => {
    const folder = await tempFolder();
    const fetched = await fetchAll(
      folder,
      { kind: "hub-model", id: "not/there", revision: null },
      { kind: "url", id: "https://example.org/a.csv", revision: null },
      dataset,
    );
    expect(fetched.map(({ state }) => state)).toEqual(["failed", "failed", "fetched"]);
    expect(fetched[1]?.reason).toContain("--network run");
  });
});

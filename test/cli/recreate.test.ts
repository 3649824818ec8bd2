/** `codergen build --from`: a published dataset made anew from its manifest alone. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEnvironmentManager } from "../../sandbox/index.ts";
import { build } from "../../src/api/run.ts";
import { publishedManifestSchema, type RecreatedFile } from "../../src/contracts/publish.ts";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { datasetFolder, published, startHub, textAt, TO } from "../helpers/publishing.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const HUB = { HF_TOKEN: "hf_writer" };
/** Not the newest: only the lock can bring it back. */
const OLD = { requirements: ["toolz"], lock: ["toolz==0.12.0"] };

async function unreachable(): Promise<string | null> {
  const manager = await createEnvironmentManager({ cacheDir: await tempFolder() });
  return (await manager.resolve(["six"])).environment.reason;
}

async function buildOnce(out: string, packages: string[], locks?: (typeof OLD)[]): Promise<void> {
  const sources = [{ source: "pydoc" as const, packages, limit: 12 }];
  const work = build({ name: "first", out, sources }, locks === undefined ? {} : { locks });
  for await (const event of work) expect(event.type).not.toBe("record-ungraded");
}

const filesOf = (result: Awaited<ReturnType<typeof codergen>>): RecreatedFile[] => {
  const told = jsonLines(result).find(({ type }) => type === "recreated");
  return (told?.["files"] ?? []) as RecreatedFile[];
};

describe("codergen build --from hub:", () => {
  it("makes the same files from the manifest, with the versions it names", {
    timeout: 180_000,
  }, async (context) => {
    const reason = await unreachable();
    if (reason !== null) {
      console.warn(`skipped: a dataset of a package made anew: ${reason}`);
      return context.skip();
    }
    const folder = await tempFolder();
    await buildOnce(join(folder, "first"), ["toolz"], [OLD]);
    const { hub, hubUrl } = await startHub();
    await published(join(folder, "first"), hubUrl, { licenceOverride: "a test" });
    const manifest = publishedManifestSchema.parse(JSON.parse(textAt(hub, "codergen.json")));
    expect(manifest.locks.map(({ lock }) => lock)).toEqual([OLD.lock]);
    await rm(join(folder, "first"), { recursive: true });
    hub.asked.length = 0;

    const env = { ...HUB, HF_ENDPOINT: hubUrl };
    const words = ["build", "--from", `hub:${TO}`, "--out", join(folder, "again"), "--json"];
    const again = await codergen(words, { env });
    expect(again.code, again.stderr).toBe(0);
    expect(filesOf(again)).toEqual([
      { path: "data/any/test.parquet", state: "same" },
      { path: "data/all/test.parquet", state: "same" },
      { path: "data/verified/test.parquet", state: "same" },
    ]);
    expect(hub.asked.filter((what) => /\.parquet/.test(what))).toEqual([]);
    const listed = await codergen([...words, "--dry-run"], { env });
    const documents = jsonLines(listed).flatMap(({ document }) => document ?? []) as { revision: string }[];
    expect(new Set(documents.map(({ revision }) => revision))).toEqual(new Set(["0.12.0"]));
    expect(await readFile(join(folder, "again", "tasks.jsonl"), "utf8")).toContain("toolz==0.12.0");
  });

  it("reads a codergen.json too, takes what the user says first, and tells what came out otherwise", async () => {
    const folder = await tempFolder();
    await buildOnce(join(folder, "first"), ["textwrap"]);
    const { hub, hubUrl } = await startHub();
    await published(join(folder, "first"), hubUrl);
    await mkdir(join(folder, "copy"));
    const manifest = publishedManifestSchema.parse(JSON.parse(textAt(hub, "codergen.json")));
    const [first] = manifest.files.filter(({ path }) => path.startsWith("data/"));
    if (first !== undefined) first.sha256 = "0".repeat(64);
    await writeFile(join(folder, "copy", "codergen.json"), JSON.stringify(manifest));
    const out = join(folder, "again");
    const again = await codergen(["build", "--from", join(folder, "copy"), "--out", out, "--reruns", "1"]);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toContain(`different  ${first?.path}`);
    expect(again.stdout).toMatch(/2 of 3 data files are those that were published/);
    const run = JSON.parse(await readFile(join(out, "manifest.json"), "utf8")) as typeof manifest.run;
    expect(run?.stages.verify?.["reruns"]).toBe(1);
    expect(run?.stages.scrape).toEqual(manifest.run?.stages.scrape);
  });

  it("says what is wrong with a name, a repository, a manifest", async () => {
    const { hub, hubUrl } = await startHub();
    const env = { ...HUB, HF_ENDPOINT: hubUrl };
    const misnamed = await codergen(["build", "--from", "hub:first"], { env });
    expect(misnamed.code).toBe(2);
    expect(misnamed.stderr).toContain("hub:owner/name");
    const missing = await codergen(["build", "--from", `hub:${TO}`], { env });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("is not there");
    const run = await datasetFolder();
    await published(run, hubUrl);
    const halfMade = await codergen(["build", "--from", `hub:${TO}`], { env });
    expect(halfMade.code).toBe(2);
    expect(halfMade.stderr).toContain("does not say how it was made");
    hub.edit(TO, { "codergen.json": "{}" });
    const foreign = await codergen(["build", "--from", `hub:${TO}`], { env });
    expect(foreign.code).toBe(2);
    expect(foreign.stderr).toContain("none of this toolkit's");
    const nowhere = await codergen(["build", "--from", "/nowhere/codergen.json"]);
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain("hub:owner/name");
  });
});

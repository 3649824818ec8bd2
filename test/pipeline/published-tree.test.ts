/**
 * What was published, as it lies in the repository, read by Python's `datasets`: every config that the card names,
 * tiers and training formats. Needs CODERGEN_READERS, a virtual environment with `datasets` (`.ci/run` makes one).
 */
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Summary } from "../../src/contracts/summary.ts";
import { codergen } from "../helpers/codergen.ts";
import { headFiles, published, startHub, TO } from "../helpers/publishing.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const run = promisify(execFile);
const readers = process.env["CODERGEN_READERS"];
if (readers === undefined)
  console.warn("skipped: reading a published tree by datasets (CODERGEN_READERS names no environment)");

const FORMATS = ["chat", "alpaca", "completion", "sharegpt", "quadruplets"];
const SCRIPT = `
import json, sys, datasets
counts = {}
for name in datasets.get_dataset_config_names(sys.argv[1]):
    splits = datasets.load_dataset(sys.argv[1], name, cache_dir=sys.argv[2])
    counts[name] = {split: len(rows) for split, rows in splits.items()}
chat = datasets.load_dataset(sys.argv[1], "chat", cache_dir=sys.argv[2])["train"]
print(json.dumps({"counts": counts, "roles": [message["role"] for message in chat[0]["messages"]]}))
`;

describe.skipIf(readers === undefined)("a published tree", () => {
  it("is read config by config, with the rows of the run", { timeout: 300_000 }, async () => {
    const folder = await tempFolder();
    const runFolder = join(folder, "run");
    const packages = ["--package", "textwrap", "--package", "statistics"];
    expect((await codergen(["build", "--source", "pydoc", ...packages, "--out", runFolder])).code).toBe(0);
    for (const format of FORMATS) {
      const { code, stderr } = await codergen(["export", runFolder, "--format", format]);
      expect(code, stderr).toBe(0);
    }
    const { hub, hubUrl } = await startHub();
    const { result } = await published(runFolder, hubUrl, { training: true });
    expect(Object.keys(headFiles(hub)).length).toBe(result.files.length);
    const tree = join(folder, "tree");
    for (const [path, { bytes }] of hub.head(TO)?.files ?? []) {
      await mkdir(dirname(join(tree, path)), { recursive: true });
      await writeFile(join(tree, path), bytes);
    }
    const { stdout } = await run(join(readers ?? "", "bin", "python"), [
      "-c",
      SCRIPT,
      tree,
      join(folder, "cache"),
    ]);
    const read = JSON.parse(stdout) as {
      counts: Record<string, Record<string, number>>;
      roles: string[];
    };
    expect(Object.keys(read.counts).toSorted()).toEqual(["any", "all", "verified", ...FORMATS].toSorted());
    expect(read.roles).toEqual(["system", "user", "assistant"]);
    const summary = JSON.parse(await readFile(join(runFolder, "summary.json"), "utf8")) as Summary;
    for (const tier of ["any", "all", "verified"] as const)
      expect(read.counts[tier], tier).toEqual({ test: summary.export[tier] });
    for (const format of FORMATS) expect(read.counts[format], format).toEqual(read.counts["chat"]);
    const examples = Object.values(read.counts["chat"] ?? {}).reduce((sum, rows) => sum + rows, 0);
    expect(examples).toBe(summary.export.verified);
  });
});

/** `codergen refresh` and `codergen diff`: a real package in two releases, through the real pipeline and sandbox. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { datasetHistorySchema, refreshSummarySchema } from "../../src/index.ts";
import { codergen, type Finished, jsonLines } from "../helpers/codergen.ts";
import { done, filesOf, json, recordsOf } from "../helpers/run-folders.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";
import { startTinyIndex, type TinyIndex } from "../helpers/tiny-index.ts";
import { firstRelease, secondRelease } from "../helpers/two-releases.ts";

const folder = tempFolderForSuite();
const at = (...parts: string[]): string => join(folder(), ...parts);
const task = (name: string): string => `pydoc_codergentiny__${name}`;
let index: TinyIndex;

function run(words: readonly string[], onStart?: (child: { kill(signal: "SIGKILL"): boolean }) => void) {
  const env = { ...index.variables, CODERGEN_CACHE_DIR: at("cache") };
  return codergen(words, { env, ...(onStart && { onStart }) });
}

beforeAll(async () => {
  index = await startTinyIndex(folder());
  index.add(firstRelease);
  const words = ["build", "--source", "pydoc", "--package", "codergentiny", "--name", "tiny"];
  done(await run([...words, "--out", at("one")]));
  index.add(secondRelease);
}, 300_000);
afterAll(() => index.close());

describe("a refresh against a new release", () => {
  let untouched: Map<string, string>;
  beforeAll(async () => {
    untouched = filesOf(at("one"), /^$/);
    done(await run(["refresh", at("one"), "--out", at("two")]));
  }, 300_000);

  it("leaves the earlier run as it is", () => {
    expect(filesOf(at("one"), /^$/)).toEqual(untouched);
  });

  it("names what became of every task, and why", () => {
    const states = [...recordsOf(at("two"))].map(([id, { state, cause }]) => [id, state, cause]);
    expect(states).toEqual([
      [task("area"), "kept", null],
      [task("half"), "rotten", "changed-exception"],
      [task("join"), "changed", "changed-signature"],
      [task("perimeter"), "removed", null],
      [task("repeat"), "rotten", "changed-signature"],
      [task("scale"), "rotten", "changed-output"],
      [task("spread"), "rotten", "removed-api"],
      [task("volume"), "new", null],
    ]);
  });

  it("gives the line that decides, the versions, and that the locked environment still works", () => {
    const spread = recordsOf(at("two")).get(task("spread"));
    expect(spread).toMatchObject({
      document: "same",
      versions: [{ name: "codergentiny", before: "1.0", after: "2.0" }],
      locked: "passed",
      tierBefore: "verified",
      tierAfter: "none",
      evidence: {
        code: "missing-import-name",
        line: "from codergentiny import spread, ordered",
        message: "ImportError: cannot import name 'ordered' from 'codergentiny' (codergentiny.py)",
      },
    });
    expect(recordsOf(at("two")).get(task("repeat"))?.evidence).toMatchObject({
      message: "TypeError: repeat() got an unexpected keyword argument 'times'",
    });
    const scale = recordsOf(at("two")).get(task("scale"));
    expect(scale?.evidence).toMatchObject({ case: "test_compute_scale_correctness" });
    expect(scale?.detail).toContain("codergentiny 1.0 → 2.0");
  });

  it("counts add up to the tasks there were", () => {
    const summary = refreshSummarySchema.parse(json(at("two", "refresh.json")));
    const { new: _new, ...before } = summary.states;
    expect(Object.values(before).reduce((sum, count) => sum + count, 0)).toBe(7);
    expect(summary).toMatchObject({
      tasksBefore: 7,
      ungraded: 0,
      from: { name: "tiny", version: "1.0.0" },
      version: "2.0.0",
      step: "major",
      documents: { same: 4, changed: 2, new: 1, gone: 1 },
      rotten: { "removed-api": 1, "changed-output": 1, "changed-signature": 1, "changed-exception": 1 },
    });
  });

  it("keeps rotten tasks out of the dataset and in the records", async () => {
    const rows = readFileSync(at("two", "export", "jsonl", "any.jsonl"), "utf8")
      .trim()
      .split("\n");
    const ids = rows.map((line) => (JSON.parse(line) as { task_id: string }).task_id);
    expect(ids).toEqual([task("area"), task("join"), task("volume")]);
    const verdicts = readFileSync(at("two", "verdicts.jsonl"), "utf8");
    expect(verdicts).toContain('"notVerified":["rotten"]');
    const audited = done(await run(["audit", at("two"), "--json"]));
    expect(jsonLines(audited).at(-1)).toMatchObject({ type: "audited" });
  });

  it("moves pins and the version in the instruction, nothing else, where the task is the same", () => {
    const before = readFileSync(at("one", "tasks", `${task("area")}.py`), "utf8");
    const after = readFileSync(at("two", "tasks", `${task("area")}.py`), "utf8");
    expect(after).toBe(
      before
        .replaceAll("codergentiny==1.0", "codergentiny==2.0")
        .replace("codergentiny 1.0", "codergentiny 2.0"),
    );
  });

  it("writes the version, the changelog and the report", () => {
    const history = datasetHistorySchema.parse(json(at("two", "export", "version.json")));
    expect(history.entries.map(({ version }) => version)).toEqual(["2.0.0", "1.0.0"]);
    const changelog = readFileSync(at("two", "export", "CHANGELOG.md"), "utf8");
    expect(changelog).toContain("## 2.0.0 (major)");
    expect(changelog).toContain(`- \`${task("perimeter")}\`: its document is not there any more`);
    expect(changelog).toContain(`- \`${task("spread")}\`: rotten, removed-api.`);
    expect(changelog).not.toContain(folder());
    expect(readFileSync(at("two", "export", "README.md"), "utf8")).toContain("Version 2.0.0;");
    const report = readFileSync(at("two", "report.html"), "utf8");
    expect(report).toContain("<h2>Refresh</h2>");
    expect(report).toContain("cannot import name");
  });

  it("is done when started again", async () => {
    const before = filesOf(at("two"));
    const again = done(await run(["refresh", at("one"), "--out", at("two"), "--json"]));
    expect(filesOf(at("two"))).toEqual(before);
    const records = jsonLines(again).filter(({ type }) => type === "task-refreshed");
    expect(records).toHaveLength(8);
    expect(jsonLines(again).at(-1)).toMatchObject({ type: "run-finished", refresh: { version: "2.0.0" } });
  });

  it("refreshed again without anything new keeps its version", async () => {
    done(await run(["refresh", at("two"), "--out", at("three")]));
    const summary = refreshSummarySchema.parse(json(at("three", "refresh.json")));
    expect(summary).toMatchObject({ version: "2.0.0", step: "none", states: { kept: 3, rotten: 4 } });
    const records = [...recordsOf(at("three")).values()];
    expect(records.every(({ locked }) => locked === "same-versions")).toBe(true);
  });

  it("diff tells the same of runs, exports and files", async () => {
    const pairs = [
      [at("one"), at("two")],
      [at("one", "export"), at("two", "export")],
      [at("one", "export", "jsonl", "any.jsonl"), at("two", "export", "data", "any", "test.parquet")],
    ];
    const answers = await Promise.all(
      pairs.map(async ([a = "", b = ""]) => done(await run(["diff", a, b, "--json"])).stdout),
    );
    expect(new Set(answers).size).toBe(1);
    const lines = jsonLines({ stdout: answers[0] ?? "" } as Finished);
    expect(lines.at(-1)).toMatchObject({
      type: "datasets-compared",
      tasksBefore: 7,
      tasksAfter: 3,
      added: 1,
      removed: 5,
      changed: 1,
      step: "major",
      packages: [{ name: "codergentiny", before: "1.0", after: "2.0", tasks: 2 }],
    });
    const patched = done(await run(["diff", at("one"), at("two"), "--patch"]));
    expect(patched.stdout).toMatch(/^-def compute_join\(words: list\[str\], sep: str\) -> str:$/m);
    expect(patched.stdout).toMatch(/^\+def compute_join\(words: list\[str\], separator: str\) -> str:$/m);
  });
});

describe("options of a refresh", () => {
  it("--upgrade holds the package to a version, documents included", async () => {
    done(await run(["refresh", at("one"), "--out", at("same"), "--upgrade", "codergentiny==1.0"]));
    const summary = refreshSummarySchema.parse(json(at("same", "refresh.json")));
    expect(summary).toMatchObject({ version: "1.0.0", step: "none", states: { kept: 7 } });
  }, 120_000);

  it("--upgrade of a package that nothing has is a mistake, with the packages there are", async () => {
    const { code, stderr } = await run([
      "refresh",
      at("one"),
      "--out",
      at("typo"),
      "--upgrade",
      "codergentny",
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("has codergentny");
    expect(stderr).toContain("codergentiny");
    expect(existsSync(at("typo"))).toBe(false);
  });

  it("--dry-run says which documents changed, and writes nothing", async () => {
    const model = ["--model", "gpt-4.1-mini", "--generator", "single"];
    const { stdout } = done(await run(["refresh", at("one"), "--dry-run", "--json", ...model]));
    const lines = jsonLines({ stdout } as Finished);
    expect(lines.filter(({ state }) => state === "gone")).toMatchObject([
      { documentId: "pydoc:codergentiny.perimeter", tasks: 1 },
    ]);
    expect(lines.at(-2)).toMatchObject({ type: "refresh-planned", same: 4, changed: 2, new: 1, gone: 1 });
    expect(lines.at(-1)).toMatchObject({ type: "estimate", documents: 3, generator: "single" });
  }, 120_000);

  it("--removed keep keeps tasks whose document is gone, with their document", async () => {
    done(await run(["refresh", at("one"), "--out", at("kept"), "--removed", "keep"]));
    const perimeter = recordsOf(at("kept")).get(task("perimeter"));
    expect(perimeter).toMatchObject({ state: "kept", document: "same", tierAfter: "verified" });
    expect(readFileSync(at("kept", "documents.jsonl"), "utf8")).toContain("codergentiny.perimeter");
  }, 120_000);

  it("a release that is not there any more is the cause of nothing that works", async () => {
    const own = await startTinyIndex(folder());
    own.add(secondRelease);
    const env = { ...own.variables, CODERGEN_CACHE_DIR: at("fresh-cache") };
    done(await codergen(["refresh", at("one"), "--out", at("lost")], { env }));
    await own.close();
    const records = recordsOf(at("lost"));
    expect(records.get(task("area"))).toMatchObject({ state: "kept", locked: "not-restored" });
    expect(records.get(task("scale"))?.detail).toContain("the versions of then cannot be had");
  }, 120_000);

  it.each([
    [["refresh", "ONE"], 2, "--out"],
    [["refresh", "ONE", "--out", "ONE"], 2, "its own folder"],
    [["refresh", "NOWHERE", "--out", "NEW"], 2, "is no run folder"],
    [["refresh", "ONE", "--out", "NEW", "--repair", "codergen"], 2, "--repair needs a model"],
    [["diff", "ONE", "NOWHERE"], 2, "there is no dataset"],
    [["diff", "ONE", "HERE"], 2, "is no row of a dataset"],
  ])("%j ends with %i and says what to do", async (words, code, text) => {
    const places: Record<string, string> = {
      ONE: at("one"),
      NOWHERE: at("nowhere"),
      NEW: at("new"),
      HERE: at("one", "documents.jsonl"),
    };
    const finished = await run(words.map((word) => places[word] ?? word));
    expect(finished.code, finished.stderr).toBe(code);
    expect(finished.stderr).toContain(text);
  });
});

describe("a refresh that is killed", () => {
  const KILLS = 8;
  it(`${KILLS} times gives what one that was left alone gives`, { timeout: 600_000 }, async () => {
    const words = (out: string): string[] => ["refresh", at("one"), "--out", out];
    const started = performance.now();
    done(await run(words(at("calm"))));
    const durationMs = performance.now() - started;
    let kills = 0;
    for (let round = 1; round <= KILLS; round++) {
      const afterMs = 400 + (round / KILLS) * durationMs * 0.8;
      const finished = await run(words(at("killed")), (child) =>
        setTimeout(() => child.kill("SIGKILL"), afterMs),
      );
      if (finished.signal === "SIGKILL") kills++;
    }
    done(await run(words(at("killed"))));
    expect(kills).toBeGreaterThan(1);
    expect([...filesOf(at("killed"))]).toEqual([...filesOf(at("calm"))]);
  });
});

/** What two datasets differ in, and which version that makes. */
import { describe, expect, it } from "vitest";
import type { TaskRow } from "../../src/contracts/task-row.ts";
import { compareDatasets } from "../../src/pipeline/dataset/compare-datasets.ts";
import {
  changelogText,
  extendHistory,
  firstHistory,
  nextVersion,
} from "../../src/pipeline/dataset/dataset-history.ts";
import { lockChanges } from "../../src/pipeline/dataset/lock-changes.ts";
import { sampleRow } from "../helpers/sample-row.ts";

const rows = (...list: readonly Partial<TaskRow>[]) =>
  async function* (): AsyncGenerator<TaskRow> {
    for (const one of list) yield sampleRow(one);
  };
const A = { task_id: "a" };
const B = { task_id: "b" };
const pinned = (version: string): Partial<TaskRow> => ({
  task_id: "a",
  instruction: `Write a function (scikit-learn ${version}).`,
  requirements: [`scikit-learn==${version}`],
  environment_id: version,
  environment_lock: [`scikit-learn==${version}`],
  program: `# scikit-learn==${version}`,
});

describe("the step of the version", () => {
  it.each([
    ["nothing differs", rows(A, B), rows(A, B), "none"],
    ["only the order differs", rows(A, B), rows(B, A), "none"],
    ["a task is gone", rows(A, B), rows(A), "major"],
    ["a task is in no tier any more", rows(A, B), rows(A, { ...B, tier: "none" }), "major"],
    [
      "an id means another program",
      rows(A),
      rows({ ...A, function: "def mean_of(data):\n    return 0" }),
      "major",
    ],
    ["an id has other tests", rows(A), rows({ ...A, tests: "" }), "major"],
    ["an id asks something else", rows(A), rows({ ...A, instruction: "Write another one." }), "major"],
    ["a task is added", rows(A), rows(A, B), "minor"],
    ["a task that was in no tier is in one", rows({ ...A, tier: "none" }, B), rows(A, B), "minor"],
    ["a tier is another", rows(A), rows({ ...A, tier: "all" }), "minor"],
    ["versions moved, in pins and instruction too", rows(pinned("1.2.2")), rows(pinned("1.7.2")), "patch"],
    ["a licence is another", rows(A), rows({ ...A, licence: "MIT" }), "patch"],
    ["both are empty", rows(), rows(), "none"],
  ] as const)("%s: %#", async (_name, before, after, step) => {
    expect((await compareDatasets(before, after)).diff.step).toBe(step);
  });

  it("names columns, tiers, licences and packages", async () => {
    const { changes, diff } = await compareDatasets(
      rows(pinned("1.2.2"), B),
      rows({ ...pinned("1.7.2"), tier: "all", licence: "MIT" }, { task_id: "c" }),
    );
    expect(changes.map(({ taskId, kind }) => [taskId, kind])).toEqual([
      ["a", "other"],
      ["b", "removed"],
      ["c", "added"],
    ]);
    expect(changes[0]?.fields).toEqual([
      "environment_id",
      "environment_lock",
      "licence",
      "requirements",
      "tier",
    ]);
    expect(diff).toMatchObject({
      tasksBefore: 2,
      tasksAfter: 2,
      same: 0,
      tierMoves: { "verified → all": 1 },
      licenceChanges: { "PSF-2.0 → MIT": 1 },
      lockChanges: 1,
      packages: [{ name: "scikit-learn", before: "1.2.2", after: "1.7.2", tasks: 1 }],
    });
  });

  it("another version in an instruction that no requirement pins is another instruction", async () => {
    const of = (version: string) => rows({ ...A, instruction: `As in standard (ISO ${version}).` });
    expect((await compareDatasets(of("1"), of("2"))).diff.step).toBe("major");
  });
});

describe("versions", () => {
  it.each([
    ["1.4.2", "major", "2.0.0"],
    ["1.4.2", "minor", "1.5.0"],
    ["1.4.2", "patch", "1.4.3"],
    ["1.4.2", "none", "1.4.2"],
  ] as const)("%s one %s further is %s", (version, step, next) => {
    expect(nextVersion(version, step)).toBe(next);
  });

  it("a history grows at its head, and its changelog has names and reasons", async () => {
    const first = firstHistory({ any: 2, all: 2, verified: 2 });
    const comparison = await compareDatasets(rows(A, B), rows(A, { task_id: "c" }));
    const tasks = { any: 2, all: 1, verified: 1 };
    const second = extendHistory(first, comparison, tasks, (id) => `why ${id}\nwent`);
    expect(second.entries.map(({ version, step }) => [version, step])).toEqual([
      ["2.0.0", "major"],
      ["1.0.0", null],
    ]);
    const text = changelogText("tiny", second);
    expect(text.indexOf("## 2.0.0 (major)")).toBeLessThan(text.indexOf("## 1.0.0"));
    expect(text).toContain("### Removed (1)\n\n- `b`: why b went\n");
    expect(text).toContain("### Added (1)\n\n- `c`\n");
    const same = await compareDatasets(rows(A), rows(A));
    expect(extendHistory(second, same, tasks, () => "")).toEqual(second);
  });

  it("a changelog of many names says where the rest is", async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ task_id: `t${index}` }));
    const comparison = await compareDatasets(rows(), rows(...many));
    const first = firstHistory({ any: 0, all: 0, verified: 0 });
    const history = extendHistory(first, comparison, { any: 250, all: 250, verified: 250 }, () => "");
    expect(history.entries[0]?.added).toHaveLength(250);
    expect(changelogText("many", history)).toContain("- and 150 more: `version.json` has them all");
  });
});

describe("two locks", () => {
  it("differ in packages that moved, came or went; those that are asked for stand first", () => {
    const before = ["joblib==1.2.0", "numpy==1.26.4", "Old_Name==1", "scikit-learn==1.2.2"];
    const after = ["joblib==1.2.0", "narwhals==2.0", "numpy==2.1.0", "old-name==1", "scikit-learn==1.7.2"];
    expect(lockChanges(before, after, ["scikit-learn>=1"])).toEqual([
      { name: "scikit-learn", before: "1.2.2", after: "1.7.2" },
      { name: "narwhals", before: null, after: "2.0" },
      { name: "numpy", before: "1.26.4", after: "2.1.0" },
    ]);
  });
});

/** Files of samples that answer some tasks, lose lines, or share a name: nothing is scored that is not theirs. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { leaderboard, renderLeaderboardAs } from "../../src/index.ts";
import { evaluateAll, tinyProblems, writeRows } from "../helpers/evaluation.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { readFileSync } from "node:fs";

const programs = tinyProblems.map(({ task_id, prompt, canonical_solution }) => ({
  task_id,
  solution: prompt + canonical_solution,
}));
const wrong = programs.map(({ task_id }, index) =>
  index === 0
    ? { task_id, solution: "def nothing():\n    pass\n" }
    : (programs[index] ?? { task_id, solution: "" }),
);

describe("a file of samples", () => {
  it("that answers one task of several gets no place above one that answers all", async () => {
    const folder = await tempFolder();
    const dataset = await writeRows(join(folder, "tiny.jsonl"), tinyProblems);
    const out = join(folder, "out");
    for (const [name, rows] of [
      ["whole", wrong],
      ["part", programs.slice(1, 2)],
    ] as const)
      await evaluateAll({
        dataset,
        samples: await writeRows(join(folder, `${name}.jsonl`), rows),
        out,
        stubs: false,
      });
    const board = await leaderboard([out]);
    const rows = board.tables[0]?.rows ?? [];
    expect(rows.map(({ label, missingTasks, ranks }) => [label, missingTasks, ranks["srAll"]])).toEqual([
      ["whole", 0, 1],
      ["part", tinyProblems.length - 1, undefined],
    ]);
    for (const format of ["markdown", "html"] as const)
      expect(renderLeaderboardAs(board, format)).toContain(
        `${tinyProblems.length - 1} tasks missing: no place`,
      );
  });

  it("that has lost lines leaves no samples behind", async () => {
    const folder = await tempFolder();
    const dataset = await writeRows(join(folder, "tiny.jsonl"), tinyProblems);
    const samples = await writeRows(join(folder, "samples.jsonl"), programs);
    const input = { dataset, samples, out: join(folder, "out"), stubs: false };
    await evaluateAll(input);
    await writeRows(samples, programs.slice(0, 1));
    await evaluateAll(input);
    const kept = readFileSync(join(folder, "out/models/samples/samples.jsonl"), "utf8").trim().split("\n");
    expect(kept).toHaveLength(1);
  });

  it("of the same name in another folder is another one", async () => {
    const folder = await tempFolder();
    const dataset = await writeRows(join(folder, "tiny.jsonl"), tinyProblems);
    await mkdir(join(folder, "a"));
    await mkdir(join(folder, "b"));
    const [a, b] = [
      await writeRows(join(folder, "a/samples.jsonl"), programs),
      await writeRows(join(folder, "b/samples.jsonl"), wrong),
    ];
    const out = join(folder, "out");
    await evaluateAll({ dataset, samples: a, out, stubs: false });
    await expect(evaluateAll({ dataset, samples: b, out, stubs: false })).rejects.toMatchObject({
      code: "run-conflict",
      hint: expect.stringContaining("--label") as string,
    });
    const { summary } = await evaluateAll({ dataset, samples: b, out, label: "second", stubs: false });
    expect(summary.label).toBe("second");
  });
});

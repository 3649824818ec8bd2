/** Every benchmark's format: told by its fields, the reference passes every case, a wrong program does not. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetWriteFile } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { jsonFields, rowOfText } from "../../src/evaluate/formats/row.ts";
import { readDataset } from "../../src/pipeline/evaluate/read-dataset.ts";
import { benchmarkRows, lineOf } from "../helpers/benchmark-rows.ts";
import { evaluateAll, tinyProblems, writeRows } from "../helpers/evaluation.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

describe.each(Object.entries(benchmarkRows))("%s", (name, entry) => {
  it("is told by its fields; reference and wrong program get what they deserve", async () => {
    const folder = await tempFolder();
    const dataset = await writeRows(join(folder, "rows.jsonl"), [lineOf(entry)]);
    const { tasks, format } = await readDataset(dataset);
    const [task] = tasks;
    expect(format).toBe(name.split(",")[0]);
    expect(task?.judge.cases).toHaveLength(entry.cases);
    const id = task?.id ?? "";
    const samples = await writeRows(join(folder, "samples.jsonl"), [
      { task_id: id, solution: task?.reference ?? "" },
      { task_id: id, solution: entry.wrong },
    ]);
    const { summary } = await evaluateAll({ dataset, samples, out: join(folder, "out") });
    expect(summary.excluded).toEqual([]);
    expect(summary.rates).toMatchObject({ samples: 2, srAll: { value: 0.5 } });
    expect(summary.samples.graded).toBe(2);
    expect(summary.doubts).toMatchObject({ environmentFaults: 0, stubsUnknownTasks: 0 });
  });
});

describe("MBPP+ inputs", () => {
  it("become the tuples that the function takes, and lists count as sets where EvalPlus says so", async () => {
    const folder = await tempFolder();
    const row = {
      task_id: "Mbpp/2",
      prompt:
        '"""\nThe elements that two tuples share.\nassert set(similar_elements((1, 2), (2, 3))) == {2}\n"""\n',
      entry_point: "similar_elements",
      canonical_solution:
        "\ndef similar_elements(a, b):\n    assert type(a) is tuple and type(b) is tuple\n    return tuple(set(a) & set(b))\n",
      base_input: [
        [
          [1, 2, 3],
          [3, 2],
        ],
      ],
      plus_input: [[[5], [6]]],
      atol: 0,
    };
    const dataset = await writeRows(join(folder, "rows.jsonl"), [row]);
    const other = "def similar_elements(a, b):\n    return sorted(set(a) & set(b), reverse=True)\n";
    const samples = await writeRows(join(folder, "samples.jsonl"), [{ task_id: "Mbpp/2", solution: other }]);
    const { summary } = await evaluateAll({ dataset, samples, out: join(folder, "out"), stubs: false });
    expect(summary.excluded).toEqual([]);
    expect(summary.rates.srAll.value).toBe(1);
  });
});

describe("files", () => {
  it("of JSON arrays and Parquet are read as well", async () => {
    const folder = await tempFolder();
    const array = join(folder, "rows.json");
    await writeFile(array, JSON.stringify(tinyProblems));
    const parquet = join(folder, "rows.parquet");
    const column = (name: keyof (typeof tinyProblems)[number]) => ({
      name,
      data: tinyProblems.map((problem) => problem[name]),
      type: "STRING" as const,
    });
    const names = ["task_id", "prompt", "entry_point", "canonical_solution", "test"] as const;
    parquetWriteFile({ filename: parquet, columnData: names.map(column) });
    for (const path of [array, parquet]) {
      expect((await readDataset(path)).tasks.map(({ id }) => id)).toEqual(["Tiny/0", "Tiny/1", "Tiny/2"]);
    }
  });

  it("that are none of the formats are refused with the fields they have", async () => {
    const folder = await tempFolder();
    const strange = await writeRows(join(folder, "strange.jsonl"), [{ question: "why?", answer: "so" }]);
    await expect(readDataset(strange)).rejects.toThrow(/no known benchmark has the fields question, answer/);
    const broken = await writeRows(join(folder, "broken.jsonl"), ["{"]);
    await expect(readDataset(broken)).rejects.toThrow(/row 1 is no JSON object/);
    const twice = await writeRows(join(folder, "twice.jsonl"), [tinyProblems[0], tinyProblems[0]]);
    await expect(readDataset(twice)).rejects.toThrow(/two tasks with the id Tiny\/0/);
    const missing = await writeRows(join(folder, "missing.jsonl"), [
      { ...tinyProblems[0], entry_point: undefined },
    ]);
    await expect(readDataset(missing, { format: "humaneval" })).rejects.toThrow(/entry_point is missing/);
  });
});

describe("fields of a row", () => {
  it("keep the text they were written in", () => {
    const row = rowOfText(
      '{"a": [1.0, 9007199254740993, NaN], "b": "x, }\\"", "c": {"d": [1, {"e": "]"}]}, "f": -1e5}',
    );
    expect(row?.raw("a")).toBe("[1.0, 9007199254740993, NaN]");
    expect(row?.get("a")).toBeUndefined();
    expect(row?.get("b")).toBe('x, }"');
    expect(row?.get("c")).toEqual({ d: [1, { e: "]" }] });
    expect(row?.get("f")).toBe(-100_000);
    expect(row?.names).toEqual(["a", "b", "c", "f"]);
  });

  it.each(["", "[]", "{", '{"a"}', '{"a": }', '{"a": 1 "b": 2}', "{a: 1}"])("are none in %j", (text) => {
    expect(jsonFields(text)).toBeNull();
  });
});

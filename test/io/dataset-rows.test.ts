/** Rows of files as other programs write them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { datasetRows, numberedLines } from "../../src/io/dataset-rows.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

it("does not take a byte order mark for a part of the first row", async () => {
  const folder = await tempFolder();
  for (const [name, text] of [
    ["rows.jsonl", '\uFEFF{"a":1}\r\n{"a":2}\r\n'],
    ["rows.json", '\uFEFF[{"a":1},{"a":2}]'],
  ] as const) {
    const path = join(folder, name);
    await writeFile(path, text);
    const rows: unknown[] = [];
    for await (const row of datasetRows(path)) rows.push("text" in row ? JSON.parse(row.text) : row.values);
    expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
  }
  const lines = [];
  for await (const line of numberedLines(join(folder, "rows.jsonl"))) lines.push(line.number);
  expect(lines).toEqual([1, 2]);
});

/** Records of JSON Lines files, by a column mapping. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { Source } from "../../src/contracts/source.ts";
import { columnsSchema, resolveColumns } from "../columns.ts";
import { isObject } from "../json-value.ts";
import { parsers } from "../parsers.ts";
import { listRecords, recordFiles } from "../record-lines.ts";

const jsonlOptions = z.strictObject({
  from: z.union([z.string(), z.array(z.string()).min(1)]).describe("a .jsonl file, or several, or a folder"),
  columns: columnsSchema,
});
export type JsonlOptions = z.infer<typeof jsonlOptions>;

export const jsonl: Source<JsonlOptions> = {
  name: "jsonl",
  summary: "records of JSON Lines files, by a column mapping",
  options: jsonlOptions,
  async *list({ from, columns: given }, context) {
    for (const file of await recordFiles([from].flat(), [".jsonl", ".ndjson", ".json"])) {
      const columns = resolveColumns(given, await keysOf(file.path), file.name);
      yield* listRecords(file, { columns }, context);
    }
  },
  parse: async (page) => (await parsers.jsonl())(page),
};

const LOOK_AT_LINES = 200;

/** Keys of the first records; a line that is broken has none and is rejected later, on its own. */
async function keysOf(path: string): Promise<string[]> {
  const keys = new Set<string>();
  const stream = createReadStream(path, "utf8");
  const lines = createInterface({ input: stream });
  let count = 0;
  for await (const line of lines) {
    for (const key of keysOfLine(line.replace(/^\uFEFF/, ""))) keys.add(key);
    count += 1;
    if (count >= LOOK_AT_LINES) break;
  }
  lines.close();
  stream.destroy();
  return [...keys];
}

function keysOfLine(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    const record: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(record) ? Object.keys(record) : [];
  } catch {
    return [];
  }
}

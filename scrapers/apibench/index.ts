/** API records and instruction records of Gorilla's APIBench. */
import { z } from "zod";
import type { Source } from "../../src/contracts/source.ts";
import { listRecords, recordFiles } from "../record-lines.ts";
import { parsers } from "../parsers.ts";

const apibenchOptions = z.strictObject({
  from: z.string().describe("a .jsonl or .json file of APIBench, or a folder of them"),
});
export type ApibenchOptions = z.infer<typeof apibenchOptions>;

export const apibench: Source<ApibenchOptions> = {
  name: "apibench",
  summary: "API and instruction records of Gorilla's APIBench",
  options: apibenchOptions,
  async *list({ from }, context) {
    for (const file of await recordFiles([from], [".jsonl", ".json"])) yield* listRecords(file, {}, context);
  },
  parse: async (page) => (await parsers.apibench())(page),
};

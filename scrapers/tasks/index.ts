/** Pairs of tasks of a finished dataset, for the generator `compose`. */
import { z } from "zod";
import type { Source } from "../../src/contracts/source.ts";
import { parsers } from "../parsers.ts";
import { pairsOf } from "./pairs.ts";
import { type Parent, parentRows } from "./rows.ts";

const tasksOptions = z.strictObject({
  from: z.string().describe("folder of a run or of an exported dataset, or one of its files"),
  tier: z.enum(["any", "all", "verified"]).default("verified").describe("tasks of at least this tier"),
  seed: z.coerce.number().int().default(0).describe("decides who is joined with whom, and the constants"),
  limit: z.coerce.number().int().positive().optional().describe("Most pages to take"),
});
export type TasksOptions = z.infer<typeof tasksOptions>;

export const tasks: Source<TasksOptions> = {
  name: "tasks",
  summary: "pairs of tasks of a finished dataset, to be joined by `--generator compose`",
  options: tasksOptions,
  async *list({ from, tier, seed, limit }, { signal }) {
    const parents: Parent[] = [];
    for await (const parent of parentRows(from, tier)) {
      signal.throwIfAborted();
      parents.push(parent);
    }
    const pairs = pairsOf(parents, seed);
    for (const pair of pairs.slice(0, limit)) {
      const input = pair.map(({ task_id }) => task_id).join("+");
      const bytes = Buffer.from(JSON.stringify({ pair, seed }));
      yield { kind: "page", page: { input, url: null, revision: null, etag: null, bytes, metadata: {} } };
    }
  },
  parse: async (page) => (await parsers.tasks())(page),
};

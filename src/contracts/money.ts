/** What a run's models took. An unknown price gives an unknown cost, never zero. */
import { z } from "zod";
import { replyOutcomes, usageSchema } from "./model.ts";

export const spentSchema = z.strictObject({
  calls: z.int(),
  usage: usageSchema,
  /** US dollars; null when a call's price is unknown. */
  costUsd: z.number().nullable(),
});
export type Spent = z.infer<typeof spentSchema>;

export const moneySchema = z.strictObject({
  /** Every paid call of the run, those of killed processes and of answers that were not used too. */
  total: spentSchema,
  /** By stage: the first part of the prompt's id; "probe" for finding out what a server can do. */
  byStage: z.record(z.string(), spentSchema),
  byModel: z.record(z.string(), spentSchema),
  /** Of the answers that stand in `tasks.jsonl`. */
  byRole: z.record(z.string(), spentSchema),
  byPiece: z.record(z.string(), spentSchema),
  /** Answers by what became of them. */
  outcomes: z.partialRecord(z.enum(replyOutcomes), z.int()),
  /** Answers that came from the cache and cost nothing. */
  fromCache: z.int(),
  /** Tasks that passed every case. */
  keptTasks: z.int(),
  /** US dollars of the whole run for each kept task; null when unknown or when nothing was kept. */
  costPerKeptTaskUsd: z.number().nullable(),
  /** US dollars of the kept tasks' own answers, on average. */
  ownCostOfKeptTaskUsd: z.number().nullable(),
});
export type Money = z.infer<typeof moneySchema>;

/** Every paid call of a run, noted before its answer is used: what was spent is known after any kill. */
import { z } from "zod";
import { replyOutcomeSchema, usageSchema } from "../contracts/model.ts";

export const paidCallSchema = z.strictObject({
  /** The cache key of the call. */
  key: z.string(),
  /** Which prompt asked; "probe" for the question that finds out what a server can do. */
  promptId: z.string(),
  model: z.string(),
  outcome: replyOutcomeSchema,
  usage: usageSchema,
  /** US dollars; null when the price is unknown. */
  costUsd: z.number().nullable(),
});
export type PaidCall = z.infer<typeof paidCallSchema>;

export interface Ledger {
  /** US dollars of all calls so far, of earlier processes too; calls of unknown price count as nothing. */
  readonly spentUsd: number;
  /** What an earlier process of this run paid for a call; null when it did not. */
  earlier(key: string): PaidCall | null;
  /** Resolved when a kill can no longer lose it. */
  note(call: PaidCall): Promise<void>;
}

/** A ledger that begins empty and ends with the process. */
export function memoryLedger(): Ledger {
  let spentUsd = 0;
  return {
    get spentUsd() {
      return spentUsd;
    },
    earlier: () => null,
    note(call) {
      spentUsd += call.costUsd ?? 0;
      return Promise.resolve();
    },
  };
}

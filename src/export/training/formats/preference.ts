import { answerOf, questionOf } from "../messages.ts";
import type { FailureFormat } from "../training-format.ts";

/**
 * `{"prompt", "chosen", "rejected"}` as messages, as TRL's DPO trainer takes it: a program that passes and one that
 * fails for the same question. Source of the idea: StructureCoder, Sol-Ver.
 */
export const preference: FailureFormat = {
  name: "preference",
  summary: "prompt, chosen (passes) and rejected (fails)",
  of: "failure",
  row: (failure, wording) => ({
    prompt: questionOf(failure.task, wording),
    chosen: [{ role: "assistant", content: answerOf(failure.fixed) }],
    rejected: [{ role: "assistant", content: answerOf(failure.broken) }],
  }),
};

import { repairAnswerOf, repairQuestionOf } from "../messages.ts";
import type { FailureFormat } from "../training-format.ts";

/**
 * A failing program and its traceback, answered by what is wrong and the mended program; in the form of `chat`.
 * Source of the idea: NextCoder, CYCLE, ReflectionCoder.
 */
export const repair: FailureFormat = {
  name: "repair",
  summary: "messages: failing program and traceback, then analysis and fix",
  of: "failure",
  row: (failure, wording) => ({
    messages: [
      ...repairQuestionOf(failure, wording),
      { role: "assistant", content: repairAnswerOf(failure) },
    ],
  }),
};

import { answerOf, questionOf } from "../messages.ts";
import type { FailureFormat } from "../training-format.ts";

/** `{"input": {"messages"}, "preferred_output", "non_preferred_output"}`: `preference` as OpenAI's fine-tuning takes it. */
export const openaiPreference: FailureFormat = {
  name: "openai-preference",
  summary: "input, preferred_output (passes) and non_preferred_output (fails)",
  of: "failure",
  row: (failure, wording) => ({
    input: { messages: questionOf(failure.task, wording) },
    preferred_output: [{ role: "assistant", content: answerOf(failure.fixed) }],
    non_preferred_output: [{ role: "assistant", content: answerOf(failure.broken) }],
  }),
};

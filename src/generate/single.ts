/** `single`: the whole task in one answer, as in the paper's Table 4. */
import { askWholeTask } from "./model/pieces.ts";
import { feedbackCalls, once } from "./model/planned-calls.ts";
import { modelGenerator } from "./model/run-generator.ts";

export const single = modelGenerator({
  name: "single",
  summary: "A model writes the whole task in one answer",
  calls: (rounds) => [once("writer", "generate/single"), ...feedbackCalls(rounds)],
  draft: askWholeTask,
});

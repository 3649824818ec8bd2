/** A generator of your own: one answer for the task, then tests by another writer who does not see the code. */
import type { Generator } from "../../src/contracts/generator.ts";
import { feedbackCalls, once } from "../../src/generate/model/planned-calls.ts";
import { askTests, askWholeTask } from "../../src/generate/model/pieces.ts";
import { modelGenerator } from "../../src/generate/model/run-generator.ts";

export const secondOpinion: Generator = modelGenerator({
  name: "second-opinion",
  summary: "A model writes the whole task; its tests are then written anew without seeing the code",
  calls: (rounds) => [
    once("writer", "generate/single"),
    once("test-writer", "generate/tests"),
    ...feedbackCalls(rounds),
  ],
  async draft(asking) {
    const task = await askWholeTask(asking);
    return { ...task, ...(await askTests(asking, task)) };
  },
});

/**
 * The generator `compose`: two verified tasks become a harder third without a model. What the two functions return
 * chooses how they are joined, or whether the second takes the first's result; expected values come from running the
 * joined function. Constants are drawn by the seed, so a set that nobody can have seen is made at any time (after
 * PPM, Chen et al. 2024).
 */
import type { Generator } from "../../contracts/generator.ts";
import { loadPython } from "../../python/index.ts";
import { NoTask } from "../extract/reject.ts";
import { composeTask } from "./compose-task.ts";

export const compose: Generator = {
  name: "compose",
  summary: "a harder task from two verified ones, without a model; with the source `tasks`",
  async generate(document, context) {
    const python = await loadPython();
    try {
      const task = await composeTask(document, context, python);
      return { documentId: document.id, state: "generated", reason: null, detail: null, tasks: [task] };
    } catch (error) {
      if (!(error instanceof NoTask)) throw error;
      const { reason, message } = error;
      return { documentId: document.id, state: "rejected", reason, detail: message, tasks: [] };
    }
  },
};

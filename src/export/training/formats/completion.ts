import { questionOf } from "../messages.ts";
import type { TaskFormat } from "../training-format.ts";

/** `{"prompt", "completion"}`: plain text, for models without a chat template; the completion is the program alone. */
export const completion: TaskFormat = {
  name: "completion",
  summary: "prompt and completion as plain text",
  of: "task",
  row(task, wording) {
    const question = questionOf(task, wording).findLast(({ role }) => role === "user")?.content ?? "";
    const comment = question.replaceAll(/^/gm, "# ").replaceAll(/[ \t]+$/gm, "");
    return { prompt: `${comment}\n\n`, completion: `${task.code.trim()}\n` };
  },
};

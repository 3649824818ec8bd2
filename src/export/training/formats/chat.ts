import { answerOf, questionOf } from "../messages.ts";
import type { TaskFormat } from "../training-format.ts";

/** `{"messages": [{"role", "content"}, …]}`, as OpenAI's fine-tuning, TRL, Axolotl and Unsloth read it. */
export const chat: TaskFormat = {
  name: "chat",
  summary: "messages with roles system, user and assistant",
  of: "task",
  row: (task, wording) => ({
    messages: [...questionOf(task, wording), { role: "assistant", content: answerOf(task.code) }],
  }),
};

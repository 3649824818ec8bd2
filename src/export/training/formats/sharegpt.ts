import { answerOf, questionOf } from "../messages.ts";
import type { TaskFormat } from "../training-format.ts";

const SPEAKERS = { system: "system", user: "human", assistant: "gpt" } as const;

/** `{"conversations": [{"from", "value"}, …]}` with the speakers system, human and gpt, and no others. */
export const sharegpt: TaskFormat = {
  name: "sharegpt",
  summary: "conversations with the speakers system, human and gpt",
  of: "task",
  row: (task, wording) => ({
    conversations: [
      ...questionOf(task, wording),
      { role: "assistant" as const, content: answerOf(task.code) },
    ].map(({ role, content }) => ({ from: SPEAKERS[role], value: content })),
  }),
};

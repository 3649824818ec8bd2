import { answerOf, questionOf } from "../messages.ts";
import type { TaskFormat } from "../training-format.ts";

/** `{"instruction", "input", "output", "system"}`, as Stanford Alpaca's readers and LLaMA-Factory take it. */
export const alpaca: TaskFormat = {
  name: "alpaca",
  summary: "instruction, input (always empty), output, system",
  of: "task",
  row(task, wording) {
    const messages = questionOf(task, wording);
    const said = (role: string) => messages.find((message) => message.role === role)?.content ?? "";
    return { instruction: said("user"), input: "", output: answerOf(task.code), system: said("system") };
  },
};

import { questionOf } from "../messages.ts";
import type { TaskFormat } from "../training-format.ts";

/**
 * `{"instruction", "reasoning", "code", "tests"}`. The reasoning is what the function's docstring says of arguments,
 * result and errors: it is written down with the program, never made up afterwards.
 */
export const quadruplets: TaskFormat = {
  name: "quadruplets",
  summary: "instruction, reasoning (from the docstring), code, tests",
  of: "task",
  row: (task, wording) => ({
    instruction: questionOf(task, wording).findLast(({ role }) => role === "user")?.content ?? "",
    reasoning: docstringOf(task.code, task.functionName),
    code: `${task.code.trim()}\n`,
    tests: `${task.tests.trim()}\n`,
  }),
};

/** The docstring of the public function, without its indentation; empty where there is none. */
function docstringOf(code: string, functionName: string): string {
  const start = new RegExp(`^(?:async )?def ${functionName}\\b`, "m").exec(code)?.index ?? 0;
  const text = /"""([\s\S]*?)"""/.exec(code.slice(start))?.[1] ?? "";
  return text
    .split("\n")
    .map((line) => line.replace(/^ {4}/, "").trimEnd())
    .join("\n")
    .trim();
}

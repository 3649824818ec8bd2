/** A task as the sandbox wants it: pieces of code with their line numbers in the rendered file. */
import type { Program } from "../contracts/sandbox.ts";
import type { Task } from "../contracts/task.ts";
import { renderTask, testCell } from "./render.ts";

export function toProgram(task: Task): Program {
  const { firstLines } = renderTask(task);
  return {
    fileName: `${task.id}.py`,
    imports: { code: task.imports, firstLine: firstLines.imports },
    function: { code: task.functionCode, firstLine: firstLines.function },
    functionName: task.functionName,
    tests: { code: testCell(task), firstLine: firstLines.tests },
  };
}

/** codergen's own tasks: the function is the reference, the cases are the hidden tests. */
import type { Task } from "../../contracts/task.ts";
import type { BenchmarkTask } from "./read-benchmark.ts";

export function ownTask(task: Task): BenchmarkTask {
  const { functionName, imports, functionCode, testSetup, cases } = task;
  return {
    task: {
      id: task.id,
      text: task.instruction,
      functionName,
      signature: headerOf(functionCode, functionName, task.instruction),
      context: imports.trim() === "" ? "" : `${imports}\n`,
      setup: [imports, testSetup].filter((part) => part.trim() !== "").join("\n"),
      reference: `${imports}\n\n\n${functionCode}`,
      validation: cases.map(({ code }) => code),
      requirements: task.requirements,
    },
    testTexts: cases.map(({ code }) => code),
  };
}

/** Header with the instruction as its docstring. */
function headerOf(code: string, name: string, instruction: string): string {
  const start = code.search(new RegExp(`^(async )?def ${name}\\(`, "m"));
  const header = /^[\s\S]*?:[ \t]*(?=\n)/.exec(code.slice(Math.max(0, start)))?.[0] ?? `def ${name}(*args):`;
  return `${header}\n    """${instruction.replaceAll('"""', "'''")}"""`;
}

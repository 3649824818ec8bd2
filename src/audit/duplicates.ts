/** Exact duplicates among tasks: same imports, function and cases, whatever the function is called. */
import type { Task } from "../contracts/task.ts";
import { hashValue } from "../util/hash.ts";

/** Hash of what a task does, with its function's name taken out. */
export function taskFingerprint(task: Task): string {
  const anonymous = (code: string) => code.replaceAll(task.functionName, "f").trim();
  return hashValue([
    task.imports.trim(),
    anonymous(task.functionCode),
    anonymous(task.testSetup),
    task.cases.map(({ code }) => anonymous(code)),
  ]);
}

/** For every task that repeats an earlier one: its id and the earlier one's id. */
export async function findDuplicates(tasks: AsyncIterable<Task>): Promise<Map<string, string>> {
  const firstByFingerprint = new Map<string, string>();
  const duplicates = new Map<string, string>();
  for await (const task of tasks) {
    const fingerprint = taskFingerprint(task);
    const first = firstByFingerprint.get(fingerprint);
    if (first === undefined) firstByFingerprint.set(fingerprint, task.id);
    else duplicates.set(task.id, first);
  }
  return duplicates;
}

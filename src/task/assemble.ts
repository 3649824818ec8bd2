/** Makes a task's texts fit the file: LF, no blank lines around a cell, sorted requirements. */
import type { Task } from "../contracts/task.ts";
import { sha256 } from "../util/hash.ts";
import { cellText } from "./cells.ts";

/** The task with its texts in the form that `renderTask` and `parseTask` keep exactly. */
export function assembleTask(task: Task): Task {
  return {
    ...task,
    instruction: plainText(task.instruction),
    requirements: [...new Set(task.requirements)].sort(),
    imports: cellText(task.imports),
    functionCode: cellText(task.functionCode),
    testSetup: cellText(task.testSetup),
    cases: task.cases.map((testCase) => ({ ...testCase, code: cellText(testCase.code) })),
  };
}

function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").trim();
}

const MAX_ID_CHARS = 120;

/**
 * A file-name safe id of a document's id, e.g. "pydoc:statistics.mean" → "pydoc-statistics.mean". What had to be
 * replaced or cut is told apart by eight digits of the whole id's hash.
 */
export function taskIdOf(documentId: string): string {
  const safe = documentId
    .replace(":", "-")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^[^A-Za-z0-9]+/, "");
  const exact = safe === documentId.replace(":", "-") && safe.length <= MAX_ID_CHARS && safe !== "";
  return exact ? safe : `${safe.slice(0, MAX_ID_CHARS) || "task"}-${sha256(documentId).slice(0, 8)}`;
}

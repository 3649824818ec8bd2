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
 * An id of a document's id that is also a Python module's name, so that pytest can collect the file: "pydoc:heapq.merge"
 * → "pydoc_heapq__merge". Where something else had to be replaced or cut, eight digits of the whole id's hash tell
 * ids apart.
 */
export function taskIdOf(documentId: string): string {
  if (/^[A-Za-z]\w*$/.test(documentId) && documentId.length <= MAX_ID_CHARS) return documentId;
  const safe = documentId
    .replace(":", "_")
    .replaceAll(".", "__")
    .replaceAll(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^[^A-Za-z]+/, "");
  const reversible =
    /^[A-Za-z][A-Za-z0-9]*:[A-Za-z0-9._]*$/.test(documentId) && !/__|_\.|\._/.test(documentId);
  if (reversible && safe.length <= MAX_ID_CHARS) return safe;
  return `${safe.slice(0, MAX_ID_CHARS) || "task"}_${sha256(documentId).slice(0, 8)}`;
}

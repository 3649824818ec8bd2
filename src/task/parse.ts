/** A task file back to the task. */
import type { Task, TaskCase } from "../contracts/task.ts";
import { ToolkitError } from "../errors.ts";
import type { Python } from "../python/index.ts";
import { cellText, splitCells } from "./cells.ts";
import { parseHead, type Metadata } from "./header.ts";

/**
 * The inverse of `renderTask`. Edited files are read too, as long as the cells, the two blocks and the case
 * functions that the `codergen` block names are there.
 * @throws ToolkitError `input-invalid` when they are not.
 */
export function parseTask(text: string, python: Python): Task {
  const { head, texts } = splitCells(text.replace(/^\uFEFF/, ""));
  const { metadata, ...facts } = parseHead(head);
  const { cases: headers, functionName, provenance, ...origin } = metadata;
  return {
    ...origin,
    instruction: facts.instruction,
    requirements: facts.requirements,
    requiresPython: facts.requiresPython,
    imports: texts.import,
    functionName,
    functionCode: texts.function,
    ...splitTests(texts.test, headers, python),
    provenance,
  };
}

/** The setup is what stands before the first case; a case goes on to the next one. */
function splitTests(
  code: string,
  headers: Metadata["cases"],
  python: Python,
): { testSetup: string; cases: TaskCase[] } {
  const lines = code.split("\n");
  const defined = new Map(python.definitions(code).map((found) => [found.name, found.firstLine]));
  const starts = headers.map((header) => {
    const line = defined.get(header.name);
    if (line === undefined) throw missingCase(header.name);
    return line;
  });
  const order = [...starts, lines.length + 1].sort((a, b) => a - b);
  const cases = headers.map((header, index) => {
    const start = starts[index] ?? 1;
    const end = order.find((line) => line > start) ?? lines.length + 1;
    const { kind, name, origin } = header;
    return { kind, name, code: cellText(lines.slice(start - 1, end - 1).join("\n")), origin };
  });
  return { testSetup: cellText(lines.slice(0, (order[0] ?? 1) - 1).join("\n")), cases };
}

function missingCase(name: string): ToolkitError {
  return new ToolkitError("input-invalid", `The test cell has no function "${name}".`, {
    hint: 'The "cases" of the codergen block name the test functions; rename one or the other.',
  });
}

/** A task as the text of its file. `docs/task-format.md` describes the layout. */
import type { Task } from "../contracts/task.ts";
import { ToolkitError } from "../errors.ts";
import { cellMarker, hasMarkerLine, type CellName } from "./cells.ts";
import { renderHead } from "./header.ts";
import { installCell } from "./install-cell.ts";
import { runCell } from "./run-cell.ts";

export interface RenderedTask {
  readonly text: string;
  /** Lines, from 1, where the code of these cells starts. */
  readonly firstLines: { readonly imports: number; readonly function: number; readonly tests: number };
}

/**
 * The file of a task, as `assembleTask` makes them.
 * @throws ToolkitError `input-invalid` when code of the task has a line that begins a cell.
 */
export function renderTask(task: Task): RenderedTask {
  const tests = testCell(task);
  for (const code of [task.imports, task.functionCode, tests]) refuseMarkers(task.id, code);
  const lines = renderHead(task);
  const addCell = (name: CellName, code: string): number => {
    lines.push(cellMarker(name));
    const firstLine = lines.length + 1;
    if (code !== "") lines.push(...code.split("\n"));
    lines.push("");
    return firstLine;
  };
  addCell("install", installCell(task.requirements));
  const firstLines = {
    imports: addCell("import", task.imports),
    function: addCell("function", task.functionCode),
    tests: addCell("test", tests),
  };
  addCell("run", runCell(task.cases.map((testCase) => testCase.name)));
  return { text: lines.join("\n"), firstLines };
}

/** Setup and cases, two blank lines between them. */
export function testCell(task: Task): string {
  const parts = [task.testSetup, ...task.cases.map((testCase) => testCase.code)];
  return parts.filter((part) => part !== "").join("\n\n\n");
}

function refuseMarkers(id: string, code: string): void {
  if (!hasMarkerLine(code)) return;
  throw new ToolkitError(
    "input-invalid",
    `Code of the task ${id} has a line that begins a cell of the task file.`,
    {
      hint: 'Take the lines that read "# %% import" and the like out of the code.',
    },
  );
}

/** The program of a task in one text, imports first, and back into the cells. Its tests are never touched. */
import { ToolkitError } from "../errors.ts";
import type { Python } from "../python/index.ts";
import type { Task } from "../contracts/task.ts";
import { cellMarker, type CellName, cellText, hasMarkerLine } from "./cells.ts";

const BETWEEN = "\n\n\n";

/** Imports and function as one text. */
export function programText({ imports, functionCode }: Pick<Task, "imports" | "functionCode">): string {
  return imports === "" ? functionCode : `${imports}${BETWEEN}${functionCode}`;
}

/**
 * The task with another program: import statements at its beginning make the import cell.
 * @throws ToolkitError `input-invalid` when a line of it begins a cell.
 */
export function withProgramText(task: Task, code: string, python: Python): Task {
  if (hasMarkerLine(code))
    throw new ToolkitError("input-invalid", "The program has a line that begins a cell of the task file.", {
      hint: "Take lines such as `# %% test` out of the program.",
    });
  const lines = code.split("\n");
  const end = python.withRoot(code, (root) => {
    let last = 0;
    for (const { type, endPosition } of root.namedChildren) {
      if (!["import_statement", "import_from_statement", "future_import_statement", "comment"].includes(type))
        break;
      if (type !== "comment") last = endPosition.row + 1;
    }
    return last;
  });
  const imports = cellText(lines.slice(0, end).join("\n"));
  return { ...task, imports, functionCode: cellText(lines.slice(end).join("\n")) };
}

/** A task file's text with other imports and another function; everything else stays as it is. */
export function replaceProgram(text: string, { imports, functionCode }: Task): string {
  return replaceCell(replaceCell(text, "import", imports), "function", functionCode);
}

function replaceCell(text: string, name: CellName, code: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trimEnd() === cellMarker(name));
  const next = lines.findIndex((line, index) => index > start && line.startsWith("# %% "));
  const cell = code === "" ? [""] : [...code.split("\n"), ""];
  return [...lines.slice(0, start + 1), ...cell, ...lines.slice(next)].join("\n");
}

/** Lines of the program and of the tests, counted as `programText` and the tests behind it, in the task file. */
export function taskFileLine(text: string, task: Task, firstTestLine: number): (line: number) => number {
  const [imports, body, tests] = (["import", "function", "test"] as const).map((name) =>
    cellStart(text, name),
  );
  const importLines = task.imports === "" ? 0 : task.imports.split("\n").length + BETWEEN.length - 1;
  return (line) => {
    if (line >= firstTestLine) return (tests ?? 1) + line - firstTestLine;
    return line <= importLines ? (imports ?? 1) + line - 1 : (body ?? 1) + line - importLines - 1;
  };
}

/** First line of a cell's code, from 1. */
function cellStart(text: string, name: CellName): number {
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  const marker = lines.indexOf(cellMarker(name));
  const first = lines.findIndex((line, index) => index > marker && line.trim() !== "");
  return Math.max(first, marker + 1) + 1;
}

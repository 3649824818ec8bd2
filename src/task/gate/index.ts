/** The static gate: what is wrong with a task, told without running it. */
import type { Task } from "../../contracts/task.ts";
import type { Python } from "../../python/index.ts";
import { renderTask } from "../render.ts";
import { checkCases } from "./cases.ts";
import { checkFunction } from "./function.ts";
import { checkPlaceholders } from "./placeholders.ts";
import { checkSmells } from "./smells.ts";

export interface GateProblem {
  /** Short code: "syntax", "undefined-name", "docstring-section", "no-assertion", … */
  readonly code: string;
  readonly message: string;
  /** Line of the rendered file, from 1; null when the problem has no place. */
  readonly line: number | null;
}

/** A piece of a task with its place in the file. */
export interface GatePiece {
  readonly code: string;
  readonly firstLine: number;
}

export interface GateInput {
  readonly task: Task;
  readonly python: Python;
  readonly imports: GatePiece;
  readonly function: GatePiece;
  readonly tests: GatePiece;
}

/** Everything that is wrong; empty when the task may be run. A file that does not parse is judged no further. */
export function staticGate(task: Task, python: Python): GateProblem[] {
  const { text, firstLines } = renderTask(task);
  const syntax = python.syntaxErrors(text);
  if (syntax.length > 0) return syntax.map((found) => ({ code: "syntax", ...found }));
  const lines = text.split("\n");
  const piece = (from: number, to: number): GatePiece => ({
    code: lines.slice(from - 1, to - 1).join("\n"),
    firstLine: from,
  });
  const runLine = lines.lastIndexOf("# %% run") + 1;
  const input: GateInput = {
    task,
    python,
    imports: piece(firstLines.imports, firstLines.function - 1),
    function: piece(firstLines.function, firstLines.tests - 1),
    tests: piece(firstLines.tests, runLine),
  };
  return [
    ...checkNames(input),
    ...checkFunction(input),
    ...checkCases(input),
    ...checkSmells(input),
    ...checkPlaceholders(input),
  ];
}

/** Names are judged without the install and run cells, whose own imports a task must not lean on. */
function checkNames({ python, imports, function: code, tests }: GateInput): GateProblem[] {
  const blank = "\n".repeat(imports.firstLine - 1);
  const program = blank + [imports.code, code.code, tests.code].join("\n# %%\n");
  return python.undefinedNames(program).map(({ line, name }) => ({
    code: "undefined-name",
    message: `The name "${name}" is not defined.`,
    line,
  }));
}

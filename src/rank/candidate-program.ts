/** A candidate and tests as one program for the sandbox. */
import preludeTable from "../../data/ranking-prelude.json" with { type: "json" };
import type { RankingTask, RankingTest } from "../contracts/ranking.ts";
import type { Program } from "../contracts/sandbox.ts";
import { headOf } from "./tests/right-value.ts";
import { indent } from "./tests/write-test.ts";

/** Names that TiCoder gives every program without an import. */
export const PRELUDE = preludeTable.imports.join("\n");

export interface ProgramOptions {
  /** Put `PRELUDE` before the candidate, as TiCoder does. */
  readonly prelude: boolean;
}

/** The candidate's own part: what stands before it, and itself. */
export function programText({ context }: RankingTask, code: string, { prelude }: ProgramOptions): string {
  return [prelude ? PRELUDE : "", context.trim() === "" || code.startsWith(context) ? "" : context, code]
    .filter((part) => part !== "")
    .join("\n")
    .replaceAll(/\r\n?/g, "\n");
}

/** Name of a test in the program, by its place. */
export function caseName(place: number): string {
  return `test_case_${place}`;
}

/** One program with every test as a function of its own name. */
export function candidateProgram(
  task: RankingTask,
  code: string,
  tests: readonly RankingTest[],
  options: ProgramOptions,
): Program {
  const text = programText(task, code, options);
  const cases = tests.map((test, place) => renamed(test, caseName(place))).join("\n\n");
  const { setup } = task;
  return {
    fileName: `${task.id.replaceAll(/\W+/g, "_")}.py`,
    imports: { code: "", firstLine: 1 },
    function: { code: text, firstLine: 1 },
    functionName: task.functionName,
    tests: { code: setup === "" ? cases : `${setup}\n\n${cases}`, firstLine: text.split("\n").length + 3 },
  };
}

/** The test under another name; with helpers of its own it goes inside, so that no other test sees them. */
function renamed(test: RankingTest, name: string): string {
  if (headOf(test) === "" && test.code.startsWith(`def ${test.name}(`))
    return test.code.replace(`def ${test.name}(`, `def ${name}(`);
  return `def ${name}():\n${indent(`${test.code.trimEnd()}\n${test.name}()`)}\n`;
}

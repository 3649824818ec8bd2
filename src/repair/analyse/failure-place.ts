/** Where a failure lies: the line of the program that is to blame, and the line of the tests where it showed. */
import type { Cause } from "../../contracts/execution.ts";
import type { FailureAnalysis } from "../../contracts/repair.ts";
import { type AnalysedProgram, blamedFrame, definitionLine, lineCount, lineOf, testFrame } from "./blame.ts";
import type { CategoryMatch } from "./categories.ts";
import type { Reading } from "./read-evidence.ts";

export type FailurePlace = Pick<FailureAnalysis, "line" | "lineText" | "testLine" | "testLineText">;

export function placeOf(
  match: CategoryMatch,
  reading: Reading,
  cause: Cause,
  program: AnalysedProgram,
): FailurePlace {
  const { code } = program;
  const frame =
    blamedFrame(reading.frames, program, match.code === "recursion") ??
    blamedFrame(reading.outerFrames, program, false);
  const test = testFrame(reading.outerFrames, program) ?? testFrame(reading.frames, program);
  const told = toldLine(cause, reading, program);
  const line = frame?.line ?? told.line ?? signatureLine(match, code);
  const text = line === null ? null : (lineOf(code, line) ?? (line === cause.line ? cause.lineText : null));
  const testLine = test?.line ?? told.testLine;
  return {
    line,
    lineText: (text === "" ? null : text) ?? (frame?.line === line ? (frame?.text ?? null) : null),
    testLine,
    testLineText: test?.text ?? (testLine === cause.line ? cause.lineText : null),
  };
}

/** The run's own line, for failures without a traceback. */
function toldLine(
  { line }: Cause,
  { frames }: Reading,
  { code }: AnalysedProgram,
): { readonly line: number | null; readonly testLine: number | null } {
  if (line === null || frames.length > 0) return { line: null, testLine: null };
  const beyond = code !== "" && line > lineCount(code);
  return beyond ? { line: null, testLine: line } : { line, testLine: null };
}

/** Calls from the tests that do not fit the program's function: its header is what has to change. */
function signatureLine({ code: failure, groups }: CategoryMatch, code: string): number | null {
  if (failure !== "wrong-argument" && failure !== "abstract-class") return null;
  const name = groups[0] ?? "";
  return name === "" ? null : definitionLine(name, code);
}

/** Whose frame it is: the program's, the tests' or a library's; and the line of the program that is to blame. */
import type { Frame } from "./traceback.ts";

/** The text under test, as a failure's lines count it. */
export interface AnalysedProgram {
  /** The program without its tests. */
  readonly code: string;
  /** How it is called in tracebacks; null when that is not known: then every file that is no library is its. */
  readonly fileName?: string | null;
  /** PEP 508 requirements that are installed. */
  readonly requirements?: readonly string[];
}

export type Owner = "program" | "tests" | "library";

const LIBRARY =
  /[/\\](?:site|dist)-packages[/\\]|[/\\]lib(?:64)?[/\\]python\d|[/\\]codergen_harness[/\\]|[/\\]Lib[/\\](?!.*[/\\]test_)\w+(?:[/\\]\w+)*\.py$|^<(?:frozen|__array_function__|attrs|decorator-gen)/;
const GENERATED = /^<.*>$/;

/** Number of lines of the program; lines beyond are the tests. */
export function lineCount(code: string): number {
  return code.split("\n").length;
}

export function ownerOf(frame: Pick<Frame, "file" | "line" | "name">, program: AnalysedProgram): Owner {
  const { fileName = null, code } = program;
  const isOwn =
    fileName === null
      ? !LIBRARY.test(frame.file) && !GENERATED.test(frame.file)
      : frame.file === fileName || frame.file.endsWith(`/${fileName}`);
  if (!isOwn) return "library";
  if (code === "") return frame.name?.startsWith("test_") === true ? "tests" : "program";
  return frame.line > lineCount(code) ? "tests" : "program";
}

/** The line of the program to blame: the innermost frame, in a recursion the one that stands there most often. */
export function blamedFrame(
  frames: readonly Frame[],
  program: AnalysedProgram,
  isRecursion: boolean,
): Frame | null {
  const own = frames.filter((frame) => ownerOf(frame, program) === "program");
  if (!isRecursion) return own.at(-1) ?? null;
  const counts = new Map<number, number>();
  for (const { line, count } of own) counts.set(line, (counts.get(line) ?? 0) + count);
  const most = Math.max(0, ...counts.values());
  return own.findLast(({ line }) => counts.get(line) === most) ?? null;
}

/** The innermost frame of the tests. */
export function testFrame(frames: readonly Frame[], program: AnalysedProgram): Frame | null {
  return frames.findLast((frame) => ownerOf(frame, program) === "tests") ?? null;
}

/** Line of the program that defines a function, a method as "Class.method", or a class; null when it does not. */
export function definitionLine(name: string, code: string): number | null {
  const parts = name.replaceAll(/<locals>\./g, "").split(".");
  const lines = code.split("\n");
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const header = new RegExp(`^\\s*(?:(?:async\\s+)?def|class)\\s+${escaped(part)}\\b`);
    const found = lines.findIndex((line, at) => at >= from && header.test(line));
    if (found === -1) return null;
    if (isLast) return found + 1;
    from = found;
  }
  return null;
}

/** Names of the classes that the program defines. */
export function ownClasses(code: string): Set<string> {
  return new Set([...code.matchAll(/^\s*class\s+(\w+)/gm)].map(([, name]) => name ?? ""));
}

/** A line of the program, null beyond its end. */
export function lineOf(code: string, line: number | null): string | null {
  return line === null ? null : (code.split("\n")[line - 1]?.trim() ?? null);
}

function escaped(name: string): string {
  return name.replaceAll(/[^\w]/g, "\\$&");
}

/** What a failure's text says: the exception that counts, its frames, whose they are. */
import type { Evidence } from "./analyse-failure.ts";
import { type AnalysedProgram, lineCount, type Owner, ownerOf } from "./blame.ts";
import { focusOf } from "./focus.ts";
import { parseStackDump } from "./stack-dump.ts";
import { type Frame, parseTraceback, type RaisedException, shortName } from "./traceback.ts";

export interface Reading {
  readonly exception: string | null;
  readonly message: string;
  /** Of the exception that counts, outermost first. */
  readonly frames: readonly Frame[];
  /** Of the whole failure: where the tests were. */
  readonly outerFrames: readonly Frame[];
  readonly innermost: Owner | null;
  readonly isExplicit: boolean;
  /** Frames of the tests and none of the program. */
  readonly onlyTests: boolean;
  /** A text that the running program evaluates is no Python. */
  readonly atRuntime: boolean;
  /** The tests' own text is no Python. */
  readonly inTestsText: boolean;
}

const SYNTAX = new Set(["SyntaxError", "IndentationError", "TabError"]);

export function readEvidence({ cause, output }: Evidence, program: AnalysedProgram): Reading {
  const chain = parseTraceback(cause.traceback);
  const focus = focusOf(chain, program);
  const dump = focus === null ? dumpFrames(cause.traceback, program) : null;
  const last = chain.at(-1);
  const frames = focus?.raised.frames ?? dump?.frames ?? [];
  const isLast = focus?.raised === last;
  const told = cause.exception ?? (cause.code === "syntax" ? "builtins.SyntaxError" : null);
  const exception = exceptionOf(focus?.raised ?? null, isLast ? told : null);
  const message = messageOf(focus?.raised ?? null, isLast || focus === null ? cause.message : "");
  const owners = frames.map((frame) => ownerOf(frame, program));
  const hasProgram = owners.includes("program");
  const isSyntax = SYNTAX.has(shortName(exception ?? ""));
  const called = frames.filter(({ name }) => name !== null);
  const beyond = program.code !== "" && cause.line !== null && cause.line > lineCount(program.code);
  return {
    exception,
    message: message === "" ? (dump?.fatal ?? signalTold(output)) : message,
    frames,
    outerFrames: last?.frames ?? frames,
    innermost: owners.at(-1) ?? null,
    isExplicit: focus?.isExplicit ?? false,
    onlyTests: owners.includes("tests") && !hasProgram,
    atRuntime: isSyntax && called.length > 0 && isForeign(frames.at(-1), program),
    inTestsText: isSyntax && cause.stage === "parse" && beyond,
  };
}

function exceptionOf(raised: RaisedException | null, told: string | null): string | null {
  if (told !== null) return told;
  return raised === null || raised.type === "" ? null : raised.type;
}

/** The run's own message is whole where the traceback was cut; the traceback's has what CPython proposes. */
function messageOf(raised: RaisedException | null, told: string): string {
  const printed = raised?.message ?? "";
  if (told === "") return printed;
  return printed.startsWith(told) && printed.length > told.length ? printed : told;
}

function signalTold(output: string): string {
  return (
    /^(?:Segmentation fault|Aborted|Bus error|Illegal instruction)\b.*$/m.exec(output.slice(-2_000))?.[0] ??
    ""
  );
}

/** The stack that the program runs in, outermost frame first. */
function dumpFrames(
  text: string,
  program: AnalysedProgram,
): { readonly frames: readonly Frame[]; readonly fatal: string | null } | null {
  const dump = parseStackDump(text);
  if (dump === null) return null;
  const stacks = dump.stacks.map((stack) =>
    stack.map((frame): Frame => ({ ...frame, text: null, span: null, count: 1 })).toReversed(),
  );
  const own = stacks.find((stack) => stack.some((frame) => ownerOf(frame, program) === "program"));
  const tested = stacks.find((stack) => stack.some((frame) => ownerOf(frame, program) === "tests"));
  return { frames: own ?? tested ?? [], fatal: dump.fatal };
}

/** The place of a syntax error in a text that is neither program nor tests. */
function isForeign(frame: Frame | undefined, program: AnalysedProgram): boolean {
  return frame !== undefined && (frame.name !== null || ownerOf(frame, program) === "library");
}

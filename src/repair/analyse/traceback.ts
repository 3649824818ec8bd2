/**
 * Tracebacks as CPython prints them, 3.8 to 3.14: chains, carets, repeated frames, notes, syntax errors, exception
 * groups. One pass over the lines. A text that was cut gives what is left of it; nothing is guessed.
 */
import { printedGroups } from "./exception-group.ts";

export interface Frame {
  readonly file: string;
  readonly line: number;
  /** Function, "<module>", or null for the place of a syntax error. */
  readonly name: string | null;
  readonly text: string | null;
  /** What the carets point at; null without carets. */
  readonly span: string | null;
  /** How often the frame stands there: more than 1 in a recursion. */
  readonly count: number;
}

/** "cause": raised from the one before; "context": raised while it was handled; "member": of a group. */
export type Relation = "first" | "cause" | "context" | "member";

export interface RaisedException {
  /** Qualified as printed, "json.decoder.JSONDecodeError"; empty where the text was cut before it. */
  readonly type: string;
  readonly message: string;
  /** Outermost first. */
  readonly frames: readonly Frame[];
  readonly relation: Relation;
}

const HEADER = /^\s*(?:\+ )?(?:Exception Group )?Traceback \(most recent call last\):\s*$/;
const FRAME = /^\s*File "(.*?)", line (\d+)(?:, in (.*))?$/;
const REPEATED = /^\s*\[Previous line repeated (\d+) more times?\]$/;
const CARETS = /^\s*[~^]+\s*$/;
/** Two tracebacks that stand one after the other without a line break. */
const GLUED = /(?<=[^\s|+])(?=Traceback \(most recent call last\):\n)/g;
const CAUSE = "The above exception was the direct cause of the following exception:";
const CONTEXT = "During handling of the above exception, another exception occurred:";
const EXCEPTION =
  /^((?:[\p{L}_][\p{L}\p{N}_]*|<locals>)(?:\.(?:[\p{L}_][\p{L}\p{N}_]*|<locals>))*)(?:: ?(.*))?$/su;

/** The exceptions of a text in printed order: the last one is what ended the program. Empty without any. */
export function parseTraceback(text: string): RaisedException[] {
  const lines = text.replaceAll(/\r\n?/g, "\n").replaceAll(GLUED, "\n").split("\n");
  const printed = printedGroups(lines);
  if (printed === null) return mergeCrossed(parseChain(lines));
  const heads = printed.groups.flatMap(({ head }) => parseChain(head));
  const members = printed.groups.map((group) =>
    group.members.flatMap((member) => parseChain(member).slice(-1)),
  );
  const told = members.find((group) => group.some(({ frames }) => frames.length > 0)) ?? members[0] ?? [];
  const leaves = told.map((leaf): RaisedException => ({ ...leaf, relation: "member" }));
  return [...leaves, ...mergeCrossed([...parseChain(printed.before), ...heads])];
}

/** An exception in the making. */
interface Draft {
  readonly relation: Relation;
  readonly frames: Frame[];
  readonly message: string[];
}

function parseChain(lines: readonly string[]): RaisedException[] {
  const found: RaisedException[] = [];
  let relation: Relation = "first";
  let draft: Draft = { relation, frames: [], message: [] };
  const close = (): void => {
    const made = finish(draft);
    if (made !== null) found.push(made);
    draft = { relation, frames: [], message: [] };
  };
  for (const [index, line] of lines.entries()) {
    const stripped = line.trim();
    if (stripped === CAUSE || stripped === CONTEXT) {
      relation = stripped === CAUSE ? "cause" : "context";
      close();
      relation = "first";
    } else if (HEADER.test(line)) {
      if (draft.frames.length + draft.message.length > 0) close();
    } else if (!addFrameLine(draft, line, lines[index + 1])) {
      if (draft.message.length > 0 || (stripped !== "" && !/^[ \t]/.test(line))) draft.message.push(line);
    }
  }
  close();
  return found;
}

/** True when the line belongs to a frame. */
function addFrameLine({ frames, message }: Draft, line: string, next: string | undefined): boolean {
  if (message.length > 0 && (frames.length > 0 || !FRAME.test(line))) return false;
  message.length = 0; // what stands before the first frame is the rest of a cut line, or somebody's words
  const place = FRAME.exec(line);
  if (place !== null) {
    const [, file = "", number = "0", name = null] = place;
    const isText = next !== undefined && /^\s{2,}\S/.test(next) && !FRAME.test(next) && !REPEATED.test(next);
    const text = isText ? next.trim() : null;
    frames.push({ file, line: Number(number), name, text, span: null, count: 1 });
    return true;
  }
  const last = frames.at(-1);
  if (last === undefined) return /^\s/.test(line) && line.trim() !== "";
  const repeated = REPEATED.exec(line)?.[1];
  if (repeated !== undefined) {
    frames[frames.length - 1] = { ...last, count: last.count + Number(repeated) };
    return true;
  }
  if (CARETS.test(line) && last.text !== null) {
    frames[frames.length - 1] = { ...last, span: last.span ?? caretSpan(last.text, line) };
    return true;
  }
  return /^\s+\S/.test(line);
}

/** The text above the carets; CPython indents both by four blanks. */
function caretSpan(text: string, carets: string): string | null {
  const start = carets.search(/[~^]/) - 4;
  const span = start < 0 ? "" : text.slice(start, carets.trimEnd().length - 4).trim();
  return span === "" || span.length === text.length ? null : span;
}

function finish({ relation, frames, message }: Draft): RaisedException | null {
  const start = frames.length > 0 ? 0 : lastExceptionLine(message);
  const text = message.slice(Math.max(0, start)).join("\n").trimEnd();
  const match = start === -1 ? null : EXCEPTION.exec(text);
  if (match === null) return frames.length === 0 ? null : { type: "", message: text, frames, relation };
  return { type: match[1] ?? "", message: match[2] ?? "", frames, relation };
}

/** Without frames any text may stand around: the exception is the last line that looks like one. */
function lastExceptionLine(lines: readonly string[]): number {
  return lines.findLastIndex((line) =>
    /^[\p{L}_][\w.]*(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Expired|Group)\b(?::|$)/u.test(line),
  );
}

/** One exception told by two processes, the inner one first: its frames follow those of the outer one. */
function mergeCrossed(chain: readonly RaisedException[]): RaisedException[] {
  const merged: RaisedException[] = [];
  for (const [index, raised] of chain.entries()) {
    const before = merged.at(-1);
    const crossed = index > 0 && raised.relation === "first" && before !== undefined;
    if (crossed && shortName(before.type) === shortName(raised.type)) {
      const frames = [...raised.frames, ...before.frames];
      merged[merged.length - 1] = { ...before, frames };
    } else merged.push(raised);
  }
  return merged;
}

/** "JSONDecodeError" of "json.decoder.JSONDecodeError". */
export function shortName(type: string): string {
  return type.slice(type.lastIndexOf(".") + 1);
}

/**
 * Interactive transcripts: `>>>` prompts as Python's doctest module reads them (without its demand for a space
 * after the prompt), and IPython's `In [1]:` / `Out[1]:`.
 */
import type { DoctestStep } from "../contracts/document.ts";

const PROMPT = /^([ \t]*)>>>(?: |$|(?=\S))(.*)$/;
const CONTINUATION = /^[ \t]*\.\.\.(?: (.*)|())$/;
const IPYTHON_PROMPT = /^[ \t]*In \[\d*\]: ?(.*)$/;
const IPYTHON_CONTINUATION = /^[ \t]*\.{2,}: ?(.*)$/;
const IPYTHON_OUTPUT = /^[ \t]*Out\[\d*\]: ?(.*)$/;
/** As in CPython's doctest: quotes end the search, so that a directive inside a string is none. */
const DIRECTIVE = /#\s*doctest:\s*([^\n'"]*)$/gm;

/** True when a line of the text starts with a prompt. */
export function isDoctest(text: string): boolean {
  if (!text.includes(">>>") && !text.includes("In [")) return false;
  return text.split("\n").some((line) => PROMPT.test(line) || IPYTHON_PROMPT.test(line));
}

/** The statements of a transcript with what each printed. Text before the first prompt is skipped. */
export function parseDoctest(text: string): DoctestStep[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const ipython = !lines.some((line) => PROMPT.test(line));
  return ipython ? ipythonSteps(lines) : promptSteps(lines);
}

function promptSteps(lines: readonly string[]): DoctestStep[] {
  const steps: DoctestStep[] = [];
  let index = 0;
  while (index < lines.length) {
    const prompt = PROMPT.exec(lines[index] ?? "");
    index += 1;
    if (prompt === null) continue;
    const indentation = (prompt[1] ?? "").length;
    const source = [prompt[2] ?? ""];
    for (let next = continuation(lines[index]); next !== null; next = continuation(lines[index])) {
      source.push(next);
      index += 1;
    }
    const printed: string[] = [];
    while (index < lines.length && !endsOutput(lines[index] ?? "")) {
      printed.push(dedent(lines[index] ?? "", indentation));
      index += 1;
    }
    steps.push(step(source, printed));
  }
  return steps;
}

function continuation(line: string | undefined): string | null {
  const match = line === undefined ? null : CONTINUATION.exec(line);
  return match === null ? null : (match[1] ?? "");
}

function endsOutput(line: string): boolean {
  return line.trim() === "" || PROMPT.test(line);
}

function dedent(line: string, columns: number): string {
  return line.slice(0, columns).trim() === "" ? line.slice(columns) : line.trimStart();
}

function ipythonSteps(lines: readonly string[]): DoctestStep[] {
  const steps: DoctestStep[] = [];
  let source: string[] = [];
  let printed: string[] = [];
  const flush = (): void => {
    if (source.length > 0) steps.push(step(source, trimBlank(printed)));
    source = [];
    printed = [];
  };
  for (const line of lines) {
    const prompt = IPYTHON_PROMPT.exec(line);
    const more = printed.length === 0 ? IPYTHON_CONTINUATION.exec(line) : null;
    const output = IPYTHON_OUTPUT.exec(line);
    if (prompt !== null) {
      flush();
      source = [prompt[1] ?? ""];
    } else if (source.length > 0) {
      if (more !== null) source.push(more[1] ?? "");
      else printed.push(output === null ? line : (output[1] ?? ""));
    }
  }
  flush();
  return steps;
}

function trimBlank(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

function step(source: readonly string[], printed: readonly string[]): DoctestStep {
  const code = source.join("\n").trimEnd();
  const expected = printed.map((line) => (line.trim() === "<BLANKLINE>" ? "" : line.trimEnd()));
  return {
    source: code,
    expected: expected.length === 0 ? null : expected.join("\n"),
    directives: directivesOf(code),
  };
}

function directivesOf(code: string): string[] {
  const options = [...code.matchAll(DIRECTIVE)].flatMap((match) => (match[1] ?? "").split(/[\s,]+/));
  return [...new Set(options.filter((option) => option.startsWith("+")).map((option) => option.slice(1)))];
}

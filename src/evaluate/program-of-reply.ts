/**
 * From an answer to a whole program. An answer may be the program, the function alone, or what continues the prompt;
 * with or without fences and prose. Readings are tried in a fixed order, and the first one that is Python and defines
 * what the tests call counts. Nothing of the answer is mended.
 */
import type { EvaluationTask } from "../contracts/evaluation-task.ts";
import { codeOfReply } from "../model/reply-code.ts";
import type { Python } from "../python/index.ts";

/** How a text is meant: a whole program, a continuation of the prompt, or an answer of a model, which may be either. */
export type AnswerForm = "solution" | "completion" | "reply";

export interface ProgramOfReply {
  /** What is run. */
  readonly program: string;
  /** The part that the model wrote. */
  readonly code: string;
}

/** The program in `text`; null when the text holds no code at all. */
export function programOfReply(
  text: string,
  form: AnswerForm,
  task: EvaluationTask,
  python: Python,
): ProgramOfReply | null {
  const found = codeOfReply(text)?.code ?? null;
  const recovered = found === null ? [] : [asWhole(found, task)];
  const plain: Readonly<Record<AnswerForm, ProgramOfReply[]>> = {
    solution: [{ program: text, code: text }],
    completion: [asContinuation(text, task)],
    reply: [],
  };
  const readings = [...plain[form], ...recovered];
  const more = form === "solution" ? [] : continuations(text, found, task);
  const good = [...readings, ...more].find(({ program }) => defines(python, program, task));
  return good ?? readings[0] ?? null;
}

/** The text, or the code in it, as what goes on from the prompt; with what follows the function cut off, or indented. */
function continuations(text: string, found: string | null, task: EvaluationTask): ProgramOfReply[] {
  return [text, found ?? "", cutAtNextStatement(text), cutAtNextStatement(found ?? "")]
    .filter((code) => code.trim() !== "")
    .flatMap((code) => [asContinuation(code, task), asContinuation(indentedBody(code), task)]);
}

/** A whole function or program, with the prompt's imports and helpers before it. */
function asWhole(code: string, { preamble }: EvaluationTask): ProgramOfReply {
  const alone = preamble.trim() === "" || code.includes("from __future__ import");
  return { program: alone ? code : `${preamble.trimEnd()}\n\n\n${code}`, code };
}

function asContinuation(code: string, { prefix }: EvaluationTask): ProgramOfReply {
  return { program: prefix + code, code };
}

/** A body that came without its indentation. */
function indentedBody(code: string): string {
  return code.replaceAll(/^(?=.)/gm, "    ");
}

/** A completion up to the first line that is no longer part of the function it began in. */
function cutAtNextStatement(code: string): string {
  const lines = code.split("\n");
  const end = lines.findIndex((line, index) => index > 0 && /^[^\s)\]}#]/.test(line));
  return end < 0 ? code : `${lines.slice(0, end).join("\n").trimEnd()}\n`;
}

/** Python, with the name that the tests call at its top level (for a script: Python). */
function defines(python: Python, program: string, { functionName, judge }: EvaluationTask): boolean {
  if (!python.parses(program)) return false;
  if (judge.entry === "script") return true;
  const name = functionName.replaceAll(/\W/g, "\\$&");
  return new RegExp(
    `^(?:\\s*(?:async\\s+)?def|class)\\s+${name}\\b|^${name}\\s*[:=]|\\bas\\s+${name}\\b`,
    "m",
  ).test(program);
}

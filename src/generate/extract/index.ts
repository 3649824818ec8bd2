/**
 * The generator `extract`: example code of a document becomes a task, without a model. Documented outputs become
 * the correctness case, documented exceptions (or invalid input that is seen to raise) the edge case. A document
 * that gives no good task is rejected with the reason of its most promising example.
 */
import type { Document } from "../../contracts/document.ts";
import type { GenerateContext, Generator } from "../../contracts/generator.ts";
import type { GenerateRecord } from "../../contracts/task.ts";
import { loadPython, type Python } from "../../python/index.ts";
import { buildTask, type BuildContext, type BuiltTask } from "./build-task.ts";
import { candidatesOf, type Candidate } from "./candidates.ts";
import { leafOf } from "./parameter-name.ts";
import { NoTask } from "./reject.ts";
import { doctestSession, reachesOutside, scriptSession, type SessionStatement } from "./session.ts";

export const extract: Generator = {
  name: "extract",
  summary: "Tasks from a document's own example code, without a model",
  async generate(document, context) {
    const python = await loadPython();
    try {
      const { task } = await firstTask(document, context, python);
      return { documentId: document.id, state: "generated", reason: null, detail: null, tasks: [task] };
    } catch (error) {
      if (!(error instanceof NoTask)) throw error;
      return rejected(document, error);
    }
  },
};

function rejected(document: Document, { reason, message }: NoTask): GenerateRecord {
  return { documentId: document.id, state: "rejected", reason, detail: message, tasks: [] };
}

interface ExampleSession {
  readonly kind: string;
  readonly statements: readonly SessionStatement[];
}

/** @throws NoTask */
async function firstTask(document: Document, context: GenerateContext, python: Python): Promise<BuiltTask> {
  const sessions = sessionsOf(document, python);
  if (sessions.length === 0) {
    throw new NoTask("no-example-code", "The document has no Python example that parses.");
  }
  let reason: NoTask | null = null;
  for (const { kind, statements } of sessions) {
    try {
      return await taskOfSession(statements, { document, python, context, kind });
    } catch (error) {
      if (!(error instanceof NoTask)) throw error;
      reason ??= error;
    }
  }
  throw reason ?? new NoTask("no-example-code", "The document has no example.");
}

/** Doctests together, as they share a namespace; scripts one by one. */
function sessionsOf(document: Document, python: Python): ExampleSession[] {
  const doctests = doctestSession(document, python);
  const scripts = document.examples
    .filter((block) => block.kind === "script" && block.language === "python" && block.parses === true)
    .map((block) => ({ kind: "script", statements: scriptSession(block, python) }));
  const sessions = doctests.length > 0 ? [{ kind: "doctest", statements: doctests }, ...scripts] : scripts;
  return sessions.filter(({ statements }) => statements.length > 0).slice(0, MAX_SESSIONS);
}

const MAX_SESSIONS = 6;
const MAX_ATTEMPTS = 6;

/** The best candidate that gives a task whose cases all notice stubs; failing that, one that gives a task. */
async function taskOfSession(
  statements: readonly SessionStatement[],
  build: BuildContext,
): Promise<BuiltTask> {
  const outside = reachesOutside(statements);
  if (outside !== null) throw new NoTask(outside.reason, `The example calls \`${outside.callee}\`.`);
  const candidates = candidatesInOrder(statements, build.document);
  if (candidates.length === 0) throw noResult(statements);
  const fitting = candidates.filter((candidate) => usesApi(candidate, build.document));
  if (fitting.length === 0) {
    throw new NoTask(
      "api-not-used",
      `No result of the example comes from \`${build.document.api?.qualifiedName}\`.`,
    );
  }
  let reason: NoTask | null = null;
  let second: BuiltTask | null = null;
  for (const candidate of fitting.slice(0, MAX_ATTEMPTS)) {
    try {
      const built = await buildTask(candidate, build);
      if (built.vacuous.length === 0) return built;
      second ??= built;
    } catch (error) {
      if (!(error instanceof NoTask)) throw error;
      reason ??= error;
    }
  }
  if (second !== null) return second;
  throw reason ?? noResult(statements);
}

/** A task about a function or class has to use it; an example of it may have other results on the way. */
function usesApi({ body, result }: Candidate, { api }: Document): boolean {
  if (api === null || !["function", "class", "method"].includes(api.kind)) return true;
  const name = leafOf(api.qualifiedName).replaceAll(/\W/g, "");
  return new RegExp(`\\b${name}\\b`).test([...body, result].join("\n"));
}

/** Lean slices first; those that take every call in only where they are different. */
function candidatesInOrder(statements: readonly SessionStatement[], document: Document): Candidate[] {
  const lean = candidatesOf(statements, document, "lean");
  const full = candidatesOf(statements, document, "full");
  const known = new Set(lean.map(codeKey));
  const fresh = full.filter((candidate) => !known.has(codeKey(candidate)));
  const [best, ...rest] = lean;
  const [bestFull, ...restFull] = fresh;
  return [best, bestFull, ...rest.slice(0, 3), ...restFull].filter((candidate) => candidate !== undefined);
}

function codeKey({ parameters, body, result }: Candidate): string {
  return JSON.stringify([parameters, body, result]);
}

function noResult(statements: readonly SessionStatement[]): NoTask {
  const prints = statements.some(
    ({ printed, calls }) => printed !== null || calls.some(({ callee }) => callee === "print"),
  );
  return prints
    ? new NoTask(
        "prints-only",
        "The example prints on its way and ends in no value that a function could return.",
      )
    : new NoTask("no-result", "The example ends in no value that a function could return.");
}

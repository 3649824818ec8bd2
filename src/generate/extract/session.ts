/** The examples of a document as one session of statements, each with what it printed. */
import names from "../../../data/extract-names.json" with { type: "json" };
import type { CodeBlock, Document, DoctestStep } from "../../contracts/document.ts";
import type { Python } from "../../python/index.ts";
import { statementsOf, type Statement } from "./statement.ts";

export const WRAPPERS: ReadonlySet<string> = new Set(names.wrappers);

export interface SessionStatement extends Statement {
  /** What the documentation says it prints; null when nothing is said. */
  readonly expected: string | null;
  readonly directives: readonly string[];
  /** Exception of a documented traceback, with its message; null otherwise. */
  readonly traceback: { readonly exception: string; readonly message: string } | null;
}

/** All doctests of a document: they share one namespace. */
export function doctestSession(document: Document, python: Python): SessionStatement[] {
  return document.examples
    .filter((block) => block.kind === "doctest")
    .flatMap((block) => block.steps ?? [])
    .filter((step) => !step.directives.includes("SKIP"))
    .flatMap((step) => stepStatements(step, python));
}

/** A script block, without lines for the shell. */
export function scriptSession(block: CodeBlock, python: Python): SessionStatement[] {
  return statementsOf(block.code, python, WRAPPERS).map((statement) => ({
    ...statement,
    expected: null,
    directives: [],
    traceback: null,
  }));
}

function stepStatements(step: DoctestStep, python: Python): SessionStatement[] {
  const statements = statementsOf(step.source, python, WRAPPERS);
  return statements.map((statement, index) => {
    const isLast = index === statements.length - 1;
    const expected = isLast ? step.expected : null;
    const traceback = expected === null ? null : tracebackOf(expected);
    const shown = traceback === null ? expected : null;
    return { ...statement, expected: shown, directives: step.directives, traceback };
  });
}

function tracebackOf(expected: string): SessionStatement["traceback"] {
  if (!/^Traceback \((most recent call last|innermost last)\):/.test(expected)) return null;
  const last = expected
    .split("\n")
    .filter((line) => /^[\w.]+(:|$)/.test(line))
    .at(-1);
  const match = /^([\w.]+)(?::\s*(.*))?$/.exec(last ?? "");
  return { exception: match?.[1]?.split(".").at(-1) ?? "Exception", message: match?.[2] ?? "" };
}

const NETWORK = new Set(names.network);
const ASSETS = new Set(names.assets);

/** Why a session cannot run without network or files, told by its calls; null when nothing says so. */
export function reachesOutside(session: readonly Statement[]): { reason: string; callee: string } | null {
  for (const { callee } of session.flatMap((statement) => statement.calls)) {
    const leaf = callee.split(".").at(-1) ?? callee;
    if (NETWORK.has(callee) || NETWORK.has(leaf)) return { reason: "needs-network", callee };
    if (ASSETS.has(callee)) return { reason: "needs-asset", callee };
  }
  return null;
}

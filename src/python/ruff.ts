/** Ruff's parser as the judge of validity (tree-sitter alone misses a third of broken files) and of undefined names. */
import { createRequire } from "node:module";
import type * as RuffModule from "@astral-sh/ruff-wasm-nodejs";
import type { Diagnostic, Workspace } from "@astral-sh/ruff-wasm-nodejs";

export interface CodeProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface NameProblem extends CodeProblem {
  readonly name: string;
}

export interface Ruff {
  /** What CPython would refuse to compile; empty when the code is valid. */
  syntaxErrors(code: string): CodeProblem[];
  /** Names that nothing defines (rule F821), in file order. */
  undefinedNames(code: string): NameProblem[];
}

/** Rules that stand for errors of the compiler: `return` outside a function, a late `__future__`, … */
const COMPILER_RULES = ["F404", "F407", "F622", "F701", "F702", "F704", "F706", "F707"];
const TOO_DEEP: CodeProblem = { line: 1, message: "The code is too deeply nested to be parsed." };

export function loadRuff(): Ruff {
  let checkers = makeCheckers();
  const check = (rules: keyof Checkers, code: string): Diagnostic[] | null => {
    try {
      return checkers[rules].check(code) as Diagnostic[];
    } catch {
      // The recursive parser overflowed its stack; a WebAssembly instance is not sound after that.
      checkers = makeCheckers();
      return null;
    }
  };
  return {
    syntaxErrors: (code) => check("compiler", code)?.map(toProblem) ?? [TOO_DEEP],
    undefinedNames: (code) =>
      (check("names", code) ?? [])
        .filter((found) => found.code === "F821")
        .map((found) => ({ ...toProblem(found), name: quotedName(found.message) })),
  };
}

interface Checkers {
  readonly compiler: Workspace;
  readonly names: Workspace;
}

/** A new instance of the WebAssembly module each time, hence `require` and its cache. */
function makeCheckers(): Checkers {
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve("@astral-sh/ruff-wasm-nodejs")];
  const ruff = require("@astral-sh/ruff-wasm-nodejs") as typeof RuffModule;
  const workspace = (rules: readonly string[]): Workspace =>
    new ruff.Workspace(
      { "target-version": "py313", lint: { select: rules, preview: false } },
      ruff.PositionEncoding.Utf16,
    );
  return { compiler: workspace(COMPILER_RULES), names: workspace(["F821"]) };
}

function toProblem(found: Diagnostic): CodeProblem {
  return { line: found.start_location.row, message: found.message };
}

function quotedName(message: string): string {
  return message.split("`")[1] ?? message;
}

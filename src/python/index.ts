/**
 * Reading Python source without running it. Validity is Ruff's word (tree-sitter alone misses a third of the broken
 * files, and finds none that Ruff misses); structure is tree-sitter's. Everything is synchronous after `loadPython`.
 */
import { setFlagsFromString } from "node:v8";
import type { DoctestStep } from "../contracts/document.ts";
import { assertions, type PythonAssertion } from "./assertions.ts";
import { isDoctest, parseDoctest } from "./doctest.ts";
import { definitions, type PythonDefinition } from "./functions.ts";
import { importedModules } from "./imported-modules.ts";
import { loadRuff, type CodeProblem, type NameProblem, type Ruff } from "./ruff.ts";
import { loadSyntaxTrees, type Node, type SyntaxTrees } from "./syntax-tree.ts";

export {
  canonicalName,
  distributionOf,
  isStandardLibrary,
  knownDistributions,
  normaliseRequirements,
  standardLibraryModules,
} from "./distributions.ts";
export type { PythonAssertion } from "./assertions.ts";
export type { PythonDefinition, PythonParameter } from "./functions.ts";
export type { CodeProblem, NameProblem } from "./ruff.ts";

export interface Python {
  /** True when CPython would compile the code; false for code that is too long or nested to be judged. */
  parses(code: string): boolean;
  /** Why it would not compile, in file order; empty when it would. */
  syntaxErrors(code: string): CodeProblem[];
  /** Names that nothing defines, in file order. */
  undefinedNames(code: string): NameProblem[];
  /** Dotted names of imported modules as written, in file order, without relative imports. */
  importedModules(code: string): string[];
  /** True when the text has `>>>` or `In [1]:` prompts. */
  isDoctest(text: string): boolean;
  /** Statements and what they printed; `<BLANKLINE>` becomes an empty line. */
  parseDoctest(text: string): DoctestStep[];
  /** Functions at the top level. */
  functions(code: string): PythonDefinition[];
  /** Functions and classes at the top level. */
  definitions(code: string): PythonDefinition[];
  /** Every `assert` statement. */
  assertions(code: string): PythonAssertion[];
  /** Reads the syntax tree; nodes must not outlive the call. */
  withRoot<Result>(code: string, read: (root: Node) => Result): Result;
}

let loaded: Promise<Python> | null = null;

/** Loads the parsers once for the process. */
export function loadPython(): Promise<Python> {
  // WebAssembly stays baseline-compiled: optimising 10 MB of parsers costs 300 MB and is never earned back.
  setFlagsFromString("--liftoff-only");
  loaded ??= loadSyntaxTrees().then((trees) => makePython(trees, loadRuff()));
  return loaded;
}

function makePython(trees: SyntaxTrees, ruff: Ruff): Python {
  return {
    parses: (code) => syntaxErrors(code, ruff).length === 0,
    syntaxErrors: (code) => syntaxErrors(code, ruff),
    undefinedNames: (code) => (code.length > MAX_CODE_CHARS ? [] : ruff.undefinedNames(code)),
    importedModules: (code) => (code.includes("import") ? trees.withRoot(code, importedModules) : []),
    isDoctest,
    parseDoctest,
    functions: (code) => trees.withRoot(code, definitions).filter((found) => found.kind === "function"),
    definitions: (code) => trees.withRoot(code, definitions),
    assertions: (code) => trees.withRoot(code, assertions),
    withRoot: (code, read) => trees.withRoot(code, read),
  };
}

const MAX_CODE_CHARS = 2_000_000;

function syntaxErrors(code: string, ruff: Ruff): CodeProblem[] {
  if (code.length > MAX_CODE_CHARS) return [{ line: 1, message: "The code is too long to be parsed." }];
  return ruff.syntaxErrors(code);
}

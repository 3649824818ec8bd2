/** A candidate as a function without docstring and hints, and the imports that it needs. */
import names from "../../../data/extract-names.json" with { type: "json" };
import type { Document } from "../../contracts/document.ts";
import { isStandardLibrary, type Python } from "../../python/index.ts";
import type { Candidate } from "./candidates.ts";
import { indented } from "./indent.ts";
import { leafOf } from "./parameter-name.ts";

export interface FunctionDraft {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Body with the return, indented. */
  readonly body: string;
}

export function draftFunction(candidate: Candidate, document: Document, python: Python): FunctionDraft {
  const lines = [...candidate.body, returnOf(candidate.result)];
  const body = lines.map((statement) => indented(statement, python)).join("\n");
  return { name: functionName(candidate, document, python), parameters: candidate.parameters, body };
}

/** Brackets keep a result over several lines together. */
function returnOf(result: string): string {
  return result.includes("\n") && !/^[[({]/.test(result) ? `return (${result})` : `return ${result}`;
}

/** The function without hints, for probes. */
export function bareCode(draft: FunctionDraft): string {
  return `def ${draft.name}(${draft.parameters.join(", ")}):\n${draft.body}`;
}

/** "compute_mean", "compute_k_means_labels": from the documented name and the last thing the result asks for. */
function functionName(candidate: Candidate, document: Document, python: Python): string {
  const leaf = snakeCase(leafOf(document.api?.qualifiedName ?? document.name));
  const last = snakeCase(lastAttribute(candidate.result, python));
  const suffix = last === "" || last === leaf || candidate.parameters.includes(last) ? "" : `_${last}`;
  return `compute_${leaf}${suffix}`.replaceAll(/_+/g, "_").replace(/_$/, "").slice(0, 60);
}

function lastAttribute(result: string, python: Python): string {
  return python.withRoot(result, (root) => {
    const expression = root.firstNamedChild?.firstNamedChild;
    const node = expression?.type === "call" ? expression.childForFieldName("function") : expression;
    if (node?.type === "identifier") return node.text;
    return node?.type === "attribute" ? (node.childForFieldName("attribute")?.text ?? "") : "";
  });
}

export function snakeCase(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1_$2");
  return words
    .replaceAll(/\W+/g, "_")
    .toLowerCase()
    .replaceAll(/^_+|_+$/g, "");
}

const CONVENTIONAL = new Map(Object.entries(names.conventional));

/**
 * Import lines for code: those of the example that bind a name the code uses (or switch something on), and one for
 * every name that is used without being defined.
 */
export function importsFor(candidate: Candidate, code: string, document: Document, python: Python): string[] {
  const used = python.withRoot(
    code,
    (root) => new Set(root.descendantsOfType("identifier").map((node) => node.text)),
  );
  const written = candidate.imports.filter((line) => isWanted(line, used, python));
  const missing = python.undefinedNames([...written, code].join("\n")).map(({ name }) => name);
  const added = [...new Set(missing)].map((name) => importOf(name, document));
  return [...new Set([...written, ...added])];
}

function isWanted(line: string, used: ReadonlySet<string>, python: Python): boolean {
  if (line.includes("*") || line.includes("experimental") || line.includes("__future__")) return true;
  return python.withRoot(line, (root) => {
    const statement = root.firstNamedChild;
    return (statement?.childrenForFieldName("name") ?? []).some((name) => {
      const bound = name.childForFieldName("alias")?.text ?? name.text.split(".")[0] ?? "";
      return used.has(bound);
    });
  });
}

/** The documented module is asked first; a doctest runs in its namespace. */
function importOf(name: string, document: Document): string {
  const { api } = document;
  const module = api?.module ?? null;
  if (module === null || api === null) return CONVENTIONAL.get(name) ?? `import ${name}`;
  const own = api.qualifiedName.slice(module.length + 1).split(".")[0] ?? "";
  if (name === own) return `from ${module} import ${name}`;
  if (name === module.split(".")[0]) return `import ${module}`;
  if (name === leafOf(module)) return `from ${module.slice(0, module.lastIndexOf("."))} import ${name}`;
  const conventional = CONVENTIONAL.get(name);
  if (conventional !== undefined && api.kind !== "module") return conventional;
  return isStandardLibrary(name) && api.kind !== "module"
    ? `import ${name}`
    : `from ${module} import ${name}`;
}

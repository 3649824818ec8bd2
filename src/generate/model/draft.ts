/** A task in the making: the pieces as the model wrote them, cleaned, and the task they make. */
import type { Document } from "../../contracts/document.ts";
import type { JsonObject, JsonValue } from "../../contracts/json.ts";
import { caseKinds, type CaseKind, type Task } from "../../contracts/task.ts";
import { codeOfReply } from "../../model/reply-code.ts";
import { normaliseRequirements, type Python } from "../../python/index.ts";
import { assembleTask, taskIdOf } from "../../task/index.ts";

export interface Draft {
  readonly requirement: string;
  readonly requirements: readonly string[];
  readonly imports: string;
  /** Header and docstring, without a body that has been checked. */
  readonly signature: string;
  readonly functionName: string;
  readonly code: string;
  readonly setup: string;
  readonly cases: Readonly<Record<CaseKind, string>>;
  /** What a method wants to tell about it, for the task's provenance. */
  readonly notes?: JsonObject;
}

/** Text of a field: lists become lines. */
export function fieldText(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((item) => fieldText(item)).join("\n");
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** A field that holds Python: without the fence a model likes to put around it. */
export function fieldCode(value: JsonValue | undefined): string {
  const text = fieldText(value).replaceAll(/\r\n?/g, "\n");
  if (!/^\s*(`|~~~)/m.test(text)) return text.trim() === "" ? "" : text.replace(/^\n+/, "").trimEnd();
  return codeOfReply(text)?.code ?? text.trim();
}

/** Requirements as they are given to pip: one a line or separated by commas, names normalised. */
export function fieldRequirements(value: JsonValue | undefined): string[] {
  const words = fieldText(value)
    .split(/[\n,]/)
    .map((line) =>
      line
        .replace(/^\s*[-*]\s+/, "")
        .replace(/^pip install\s+/, "")
        .trim(),
    )
    .filter((line) => /^[A-Za-z0-9]/.test(line) && !/^(none|standard library)\b/i.test(line));
  return normaliseRequirements(words);
}

/** The public function's name: the first definition without a leading underscore. */
export function publicFunction(code: string, python: Python): string | null {
  return python.functions(code).find(({ name }) => !name.startsWith("_"))?.name ?? null;
}

/** The task that a draft makes. */
export function draftTask(
  draft: Draft,
  document: Document,
  made: { readonly method: string; readonly toolkitVersion: string; readonly arguments: JsonObject },
): Task {
  return assembleTask({
    id: taskIdOf(document.id),
    documentId: document.id,
    source: document.source,
    url: document.url,
    licence: document.licence,
    domain: document.domain,
    instruction: `${draft.requirement.trim()}\n\nThe function is called \`${draft.functionName}\`.`,
    requirements: [...draft.requirements],
    requiresPython: ">=3.10",
    imports: draft.imports,
    functionName: draft.functionName,
    functionCode: draft.code,
    testSetup: draft.setup,
    cases: caseKinds.map((kind) => ({
      kind,
      name: `test_${draft.functionName}_${kind}`,
      code: draft.cases[kind],
      origin: "model",
    })),
    provenance: { ...made, arguments: { ...made.arguments, ...draft.notes } },
  });
}

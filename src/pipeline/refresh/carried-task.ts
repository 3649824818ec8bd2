/** A task of an earlier run under today's document and versions: pins move, what it asks and tests stays. */
import type { Document } from "../../contracts/document.ts";
import type { Task } from "../../contracts/task.ts";
import { hashValue } from "../../util/hash.ts";
import { requirementName } from "../dataset/lock-changes.ts";

/**
 * Hash of what generators read of a document. The hash of a page's bytes is another with every release where a page
 * names its version and the line it was read from.
 */
export function documentMeaning(document: Document): string {
  const { name, title, description, sections, examples, metrics, requirements, api } = document;
  const code = examples.map(({ line: _line, ...block }) => block);
  return hashValue({ name, title, description, sections, code, metrics, requirements, api });
}

/**
 * The task as it enters the new dataset.
 * @param before The document it was made from; null when that is not known.
 * @param upgrade Packages to move, as the user names them.
 */
export function carriedTask(
  task: Task,
  before: Document | null,
  now: Document,
  upgrade: readonly string[],
): Task {
  const moved = new Map<string, string>();
  const own = typeof now.extra["distribution"] === "string" ? now.extra["distribution"] : null;
  if (own !== null && before?.revision != null && now.revision !== null)
    moved.set(`${requirementName(own)}==${before.revision}`, `${requirementName(own)}==${now.revision}`);
  const asked = new Map(upgrade.map((requirement) => [requirementName(requirement), requirement]));
  const requirements = task.requirements.map(
    (requirement) => asked.get(requirementName(requirement)) ?? moved.get(requirement) ?? requirement,
  );
  return {
    ...task,
    instruction: movedInstruction(task.instruction, own, before, now),
    requirements: [...new Set(requirements)].sort(),
    url: now.url,
    licence: now.licence,
    domain: now.domain,
  };
}

/** Instructions name the version of what they are about, as the document gives it: "(scikit-learn 1.2.2)". */
function movedInstruction(
  instruction: string,
  own: string | null,
  before: Document | null,
  now: Document,
): string {
  if (before?.revision == null || now.revision === null) return instruction;
  const name = own ?? "Python standard library, Python";
  return instruction.replaceAll(`(${name} ${before.revision})`, `(${name} ${now.revision})`);
}

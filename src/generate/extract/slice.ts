/** The statements that a result depends on. */
import names from "../../../data/extract-names.json" with { type: "json" };
import type { SessionStatement } from "./session.ts";

const MUTATORS = new Set(names.mutators);

/**
 * Statements before `target` that its expression needs, in order, imports left out. `lean` leaves out calls that were
 * only shown, unless their name says that they change something; `full` takes every call on a needed object.
 */
export function sliceFor(
  session: readonly SessionStatement[],
  target: number,
  mode: "lean" | "full",
): SessionStatement[] {
  const imported = new Set(session.filter(({ kind }) => kind === "import").flatMap(({ writes }) => writes));
  const needed = new Set(session[target]?.reads.filter((name) => !imported.has(name)));
  const kept: SessionStatement[] = [];
  for (const statement of session.slice(0, target).toReversed()) {
    if (!isNeeded(statement, needed, mode)) continue;
    kept.push(statement);
    const plain = statement.assigned.map(({ name }) => name);
    for (const name of plain) if (!statement.reads.includes(name)) needed.delete(name);
    for (const name of statement.reads) if (!imported.has(name)) needed.add(name);
  }
  return kept.toReversed();
}

function isNeeded(statement: SessionStatement, needed: ReadonlySet<string>, mode: "lean" | "full"): boolean {
  if (statement.kind === "import" || statement.printed !== null || statement.traceback !== null) return false;
  if (statement.writes.some((name) => needed.has(name))) return true;
  const touches = statement.reads.some((name) => needed.has(name));
  if (!touches || statement.kind === "assignment") return false;
  if (statement.kind === "other") return statement.expected === null || mode === "full";
  if (statement.calls.length === 0) return false;
  if (statement.expected === null || mode === "full") return true;
  return statement.calls.some(({ callee }) => MUTATORS.has(callee.split(".").at(-1) ?? ""));
}

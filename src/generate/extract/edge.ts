/** Which wrong input the edge case uses, and which exception it expects. */
import type { Document } from "../../contracts/document.ts";
import type { TaskCase } from "../../contracts/task.ts";
import type { Raising } from "./explore.ts";
import { NoTask } from "./reject.ts";

export interface Edge {
  readonly values: readonly string[];
  /** Name as the test writes it. */
  readonly exception: string;
  /** Import line that the name needs; null for a builtin. */
  readonly importLine: string | null;
  readonly origin: Extract<TaskCase["origin"], "documented-exception" | "invalid-type">;
  /** What the documentation says about it, or null. */
  readonly description: string | null;
}

/** Exceptions that tell about the machine or the probe and not about the function. */
const UNFIT = new Set([
  "RecursionError",
  "MemoryError",
  "NameError",
  "ImportError",
  "ModuleNotFoundError",
  "SyntaxError",
  "SystemExit",
  "KeyboardInterrupt",
  "AssertionError",
  "TimeoutError",
  "Exception",
  "BaseException",
]);
const PREFERRED = ["TypeError", "ValueError", "KeyError", "IndexError", "ZeroDivisionError", "OverflowError"];

/** @throws NoTask `nothing-raises` when no wrong input raises anything specific. */
export function chooseEdge(raising: readonly Raising[], document: Pick<Document, "api">): Edge {
  const fit = raising.flatMap((one) => edgeOf(one, document));
  const ranked = fit.map((edge, index) => ({ edge, rank: rankOf(edge) * 100 + index }));
  const best = ranked.sort((a, b) => a.rank - b.rank)[0];
  if (best === undefined) {
    throw new NoTask(
      "nothing-raises",
      "No wrong or extreme input that was tried raises a specific exception.",
    );
  }
  return best.edge;
}

function rankOf({ origin, exception }: Edge): number {
  if (origin === "documented-exception") return 0;
  const place = PREFERRED.indexOf(exception);
  return place < 0 ? PREFERRED.length + 1 : place + 1;
}

function edgeOf(raising: Raising, document: Pick<Document, "api">): Edge[] {
  const { type, bases } = raising.observation;
  const chain = [...new Set([...(type === null ? [] : [type]), ...bases])];
  const name = chain.find(isPublic);
  const leaf = name === undefined ? "" : leafName(name);
  if (name === undefined || UNFIT.has(leaf)) return [];
  const documented = document.api?.raises.find(({ exception }) => leafName(exception) === leaf);
  const module = name.slice(0, name.length - leaf.length - 1);
  return [
    {
      values: raising.values,
      exception: leaf,
      importLine: module === "builtins" ? null : `from ${module} import ${leaf}`,
      origin: raising.shown || documented !== undefined ? "documented-exception" : "invalid-type",
      description: documented?.description ?? null,
    },
  ];
}

/** A builtin, or a class of a module without private parts. */
function isPublic(qualified: string): boolean {
  const parts = qualified.split(".");
  return parts.length > 1 && parts.every((part) => /^[A-Za-z]\w*$/.test(part));
}

function leafName(qualified: string): string {
  return qualified.split(".").at(-1) ?? qualified;
}

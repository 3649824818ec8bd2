/** Checks values that people give against a schema, with errors that name the place and the nearest known key. */
import type { z } from "zod";
import { ToolkitError } from "../errors.ts";
import { nearestName } from "./nearest.ts";

/**
 * `value` as `schema` wants it.
 * @param where Named in the error: "codergen.yaml", "options of source pydoc".
 * @throws ToolkitError `config-invalid` that lists every problem.
 */
export function validate<Value>(schema: z.ZodType<Value>, value: unknown, where: string): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => describeIssue(issue, schema));
  throw new ToolkitError("config-invalid", `${where}: ${problems.map(({ message }) => message).join("; ")}`, {
    hint:
      problems.map(({ hint }) => hint).find((hint) => hint !== null) ?? "Correct the value and start again.",
  });
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType): { message: string; hint: string | null } {
  const place = issue.path.map(String).join(".");
  if (issue.code !== "unrecognized_keys") {
    const missing = /^Invalid input: expected (.+), received undefined$/.exec(issue.message)?.[1];
    const problem = missing === undefined ? `: ${issue.message}` : ` is missing (expected ${missing})`;
    return { message: `${place === "" ? "value" : place}${problem}`, hint: null };
  }
  const known = knownKeys(schema, issue.path);
  const nearest = nearestName(issue.keys[0] ?? "", known);
  const names = issue.keys.map((key) => `"${place === "" ? key : `${place}.${key}`}"`).join(", ");
  const hint = nearest === null ? `Known keys here: ${known.join(", ")}.` : `Did you mean "${nearest}"?`;
  return { message: `unknown key ${names}`, hint };
}

/** Names of the fields that `schema` has at `path`, through defaults, options and array items. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let current: unknown = schema;
  for (const step of path) {
    const inner = unwrap(current);
    current = inner?.shape?.[String(step)] ?? inner?.element;
  }
  return Object.keys(unwrap(current)?.shape ?? {});
}

interface SchemaParts {
  readonly shape?: Record<string, unknown>;
  readonly element?: unknown;
  readonly def?: { readonly innerType?: unknown };
}

function unwrap(schema: unknown): SchemaParts | null {
  let current = schema as SchemaParts | null | undefined;
  while (current?.def?.innerType !== undefined) current = current.def.innerType as SchemaParts;
  return current ?? null;
}

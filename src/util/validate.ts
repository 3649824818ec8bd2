/** Checks values that people give against a schema, with errors that name the place, what it must be, and the nearest known key. */
import type { z } from "zod";
import { ToolkitError } from "../errors.ts";
import { describeIssue } from "./describe-issue.ts";

/**
 * `value` as `schema` wants it.
 * @param where Named in the error: "codergen.yaml", "options of source pydoc".
 * @throws ToolkitError `config-invalid` that lists every problem.
 */
export function validate<Value>(schema: z.ZodType<Value>, value: unknown, where: string): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => describeIssue(issue, schema, value));
  const said = problems.map(({ place, problem }) => placed(place, problem)).join("; ");
  throw new ToolkitError("config-invalid", `${where}: ${said}`, {
    hint:
      problems.map(({ hint }) => hint).find((hint) => hint !== null) ?? "Correct the value and start again.",
    problems,
  });
}

/** "workers must be …"; "value: …" where the whole is meant. */
export function placed(place: string, problem: string): string {
  const name = place === "" && !problem.startsWith("unknown key") ? "value" : place;
  return `${name}${name === "" || problem.startsWith(":") ? "" : " "}${problem}`;
}

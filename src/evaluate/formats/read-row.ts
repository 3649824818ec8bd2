/** What a benchmark's reader is: from one row of its file to a task. */
import { z } from "zod";
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import type { Python } from "../../python/index.ts";
import { validate } from "../../util/validate.ts";
import type { Row } from "./row.ts";

export interface RowContext {
  readonly python: Python;
  /**
   * Fields of the row by a schema.
   * @throws ToolkitError `config-invalid` that names the row.
   */
  readonly parse: <Value>(schema: z.ZodType<Value>, row: Row, names: readonly string[]) => Value;
}

/** @throws ToolkitError `config-invalid` when the row has not the fields of its format. */
export type ReadRow = (row: Row, context: RowContext) => EvaluationTask;

/** @param where Named in errors: "HumanEval.jsonl: row 3". */
export function rowContext(python: Python, where: string): RowContext {
  return {
    python,
    parse: (schema, row, names) => {
      const given = names.map((name) => [name, row.get(name)] as const);
      return validate(schema, Object.fromEntries(given.filter(([, value]) => value !== undefined)), where);
    },
  };
}

/** An id as text, whatever the file has. */
export const taskIdSchema = z.union([z.string(), z.int(), z.bigint()]).transform(String);

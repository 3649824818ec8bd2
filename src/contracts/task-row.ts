/** One row of an exported dataset: a task with what its verification showed. Columns are the same in every config. */
import { z } from "zod";
import { tierSchema } from "./execution.ts";

export const taskRowSchema = z.object({
  task_id: z.string(),
  document_id: z.string(),
  source: z.string(),
  url: z.string().nullable(),
  licence: z.string().nullable(),
  domain: z.string(),
  tier: tierSchema,
  instruction: z.string(),
  requires_python: z.string(),
  requirements: z.array(z.string()).readonly(),
  environment_id: z.string(),
  /** Exact versions the verdicts were taken with. */
  environment_lock: z.array(z.string()).readonly(),
  python_version: z.string(),
  imports: z.string(),
  function_name: z.string(),
  function: z.string(),
  tests: z.string(),
  case_names: z.array(z.string()).readonly(),
  case_kinds: z.array(z.string()).readonly(),
  case_verdicts: z.array(z.string()).readonly(),
  /** Passed cases that a stub of the function passes too. */
  vacuous_cases: z.array(z.string()).readonly(),
  generator: z.string(),
  /** The whole task file. */
  program: z.string(),
});
export type TaskRow = Readonly<z.infer<typeof taskRowSchema>>;

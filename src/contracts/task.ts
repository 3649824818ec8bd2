/** A task: one self-contained Python file as data. `src/task/` renders it and reads it back. */
import { z } from "zod";
import { attemptSchema } from "./attempt.ts";
import { domainSchema } from "./document.ts";
import { jsonValueSchema } from "./json.ts";

export const caseKinds = ["normal", "edge", "correctness"] as const;
export const caseKindSchema = z.enum(caseKinds);
export type CaseKind = z.infer<typeof caseKindSchema>;

export const taskCaseSchema = z.strictObject({
  kind: caseKindSchema,
  /** The test function's name, `test_<function>_<kind>` for tasks made here. */
  name: z.string(),
  /** The whole `def`. */
  code: z.string(),
  /** Where the expected behaviour comes from. */
  origin: z.enum(["doctest", "recorded", "documented-exception", "invalid-type", "imported", "model"]),
});
export type TaskCase = z.infer<typeof taskCaseSchema>;

/** How a record was made: enough to make it again. */
export const provenanceSchema = z.strictObject({
  method: z.string(),
  toolkitVersion: z.string(),
  arguments: z.record(z.string(), jsonValueSchema),
});
export type Provenance = z.infer<typeof provenanceSchema>;

export const taskSchema = z.strictObject({
  /** Unique in a dataset, and a module name, so that pytest can collect the file. */
  id: z.string().regex(/^[A-Za-z]\w*$/),
  documentId: z.string(),
  source: z.string(),
  url: z.string().nullable(),
  licence: z.string().nullable(),
  domain: domainSchema,
  /** What a model is asked: everything the tests depend on is stated here. */
  instruction: z.string(),
  /** PEP 508 requirements, sorted; empty for the standard library. */
  requirements: z.array(z.string()),
  /** PEP 440 specifier, e.g. ">=3.10". */
  requiresPython: z.string(),
  /** The import cell. */
  imports: z.string(),
  functionName: z.string(),
  /** The function cell: the public function and its helpers. */
  functionCode: z.string(),
  /** Code of the test cell that is not one of the cases (helpers, constants); may be empty. */
  testSetup: z.string(),
  /** In file order; exactly one of each kind for tasks made here, any number for imported ones. */
  cases: z.array(taskCaseSchema),
  provenance: provenanceSchema,
});
export type Task = z.infer<typeof taskSchema>;

/** The one state a document ends in after `generate`. */
export const generateRecordSchema = z.strictObject({
  documentId: z.string(),
  state: z.enum(["generated", "rejected"]),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  tasks: z.array(taskSchema),
  /** Answers of models on the way, in order; absent where no model was asked. */
  attempts: z.array(attemptSchema).optional(),
});
export type GenerateRecord = z.infer<typeof generateRecordSchema>;

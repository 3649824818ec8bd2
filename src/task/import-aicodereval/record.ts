/** What an import says about one file. */
import { z } from "zod";
import { jsonValueSchema } from "../../contracts/json.ts";
import { taskSchema } from "../../contracts/task.ts";

export const importRecordSchema = z.strictObject({
  /** Path relative to the folder; a row of a JSONL file as `file#line`. */
  input: z.string(),
  state: z.enum(["accepted", "rejected"]),
  /** Null when accepted; else "syntax-error", "no-layout", "empty-section", "no-test", "no-function", "orphan", … */
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  /** Null for a rejected file and for a companion of another. */
  task: taskSchema.nullable(),
  /** Layout, markers, how requirements are given, how the test is called, into what it was split, … */
  understood: z.record(z.string(), jsonValueSchema),
  /** Sentences about what was left aside. */
  notUnderstood: z.array(z.string()),
});
export type ImportRecord = z.infer<typeof importRecordSchema>;

/** A folder as the importer sees it. */
export interface ImportFolder {
  /** Paths of its files with forward slashes, sorted. */
  readonly names: readonly string[];
  /** The file's text, null when it is no text. */
  read(name: string): Promise<string | null>;
}

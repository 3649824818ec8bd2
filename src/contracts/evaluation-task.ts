/** One task of any benchmark as the evaluation sees it: what is asked, what makes a program of an answer, what judges it. */
import { z } from "zod";
import { caseKindSchema } from "./task.ts";

export const benchmarkFormats = [
  "codergen",
  "aicodereval",
  "humaneval",
  "mbpp",
  "evalplus",
  "bigcodebench",
  "apps",
] as const;
export const benchmarkFormatSchema = z.enum(benchmarkFormats);
export type BenchmarkFormat = z.infer<typeof benchmarkFormatSchema>;

export const judgeSchema = z.strictObject({
  /** Trusted code that the tests rely on; a definition of the program's function in it is left out. */
  context: z.string(),
  /** Setup and all cases. */
  tests: z.string(),
  cases: z.array(z.strictObject({ kind: caseKindSchema, name: z.string() })).min(1),
  /** "function": tests call the program's function. "script": the program reads standard input and prints. */
  entry: z.enum(["function", "script"]),
});
export type Judge = z.infer<typeof judgeSchema>;

export const evaluationTaskSchema = z.strictObject({
  id: z.string().min(1),
  format: benchmarkFormatSchema,
  /** Tasks of one cluster are not independent: the source document, else the task itself. */
  cluster: z.string(),
  /** What tests call; for a script the function that runs it. */
  functionName: z.string(),
  /** PEP 508 requirements of program and tests. */
  requirements: z.array(z.string()),
  /** What is asked, in words. */
  instruction: z.string(),
  /** Code that an answer may go on from: imports, helpers, header and docstring. */
  prefix: z.string(),
  /** What stands in the prefix before the function; a whole function as answer is put behind it. */
  preamble: z.string(),
  judge: judgeSchema,
  /** A whole program that passes; null where the dataset has none. */
  reference: z.string().nullable(),
  /** Cases that a stub of the function passes; null where nobody has looked yet. */
  vacuousCases: z.array(z.string()).nullable(),
});
export type EvaluationTask = z.infer<typeof evaluationTaskSchema>;

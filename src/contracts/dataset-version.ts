/** The semantic version of a dataset, and the history that its changelog is written from. */
import { z } from "zod";
import { tierSchema } from "./execution.ts";

export const versionSteps = ["major", "minor", "patch", "none"] as const;
export const versionStepSchema = z.enum(versionSteps);
/**
 * "major": tasks were removed, or a kept id means another task. "minor": tasks were added or changed their tier.
 * "patch": anything else differs, such as package versions. "none": nothing does.
 */
export type VersionStep = z.infer<typeof versionStepSchema>;

/** Fields of a task that say what it asks and how it is judged. */
export const meaningFields = [
  "instruction",
  "function_name",
  "imports",
  "function",
  "tests",
  "case_names",
  "case_kinds",
] as const;

/** How one task of two datasets differs; tasks that do not differ have no record. */
export const taskChangeSchema = z.strictObject({
  taskId: z.string(),
  /** "changed": its meaning is another. "other": tier, licence, versions or the like. */
  kind: z.enum(["added", "removed", "changed", "other"]),
  /** Names of the columns that differ, sorted; empty for added and removed tasks. */
  fields: z.array(z.string()),
  tierBefore: tierSchema.nullable(),
  tierAfter: tierSchema.nullable(),
  licenceBefore: z.string().nullable(),
  licenceAfter: z.string().nullable(),
  /** Unified diff of the task file; null where none was asked for. */
  patch: z.string().nullable(),
});
export type TaskChange = z.infer<typeof taskChangeSchema>;

/** A package whose version differs between two locks; null where it is not there. */
export const packageChangeSchema = z.strictObject({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type PackageChange = z.infer<typeof packageChangeSchema>;

/** What two datasets differ in, counted. */
export const datasetDiffSchema = z.strictObject({
  /** Tasks of tier any and above. */
  tasksBefore: z.int(),
  tasksAfter: z.int(),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  same: z.int(),
  /** By "before → after". */
  tierMoves: z.record(z.string(), z.int()),
  /** By "before → after". */
  licenceChanges: z.record(z.string(), z.int()),
  /** Tasks whose verdicts were taken with other versions, and which packages these are. */
  lockChanges: z.int(),
  packages: z.array(packageChangeSchema.extend({ tasks: z.int() })),
  step: versionStepSchema,
});
export type DatasetDiff = z.infer<typeof datasetDiffSchema>;

const tierCounts = z.strictObject({ any: z.int(), all: z.int(), verified: z.int() });

/** One version of a dataset; names stand in the order of the dataset. */
export const versionEntrySchema = z.strictObject({
  version: z.string(),
  /** Null for the first one. */
  step: versionStepSchema.nullable(),
  /** Rows of each config. */
  tasks: tierCounts,
  /** Tasks that left the dataset, each with the reason. */
  removed: z.array(z.strictObject({ taskId: z.string(), reason: z.string() })),
  added: z.array(z.string()),
  /** Tasks whose meaning is another, with the columns of it that differ. */
  changed: z.array(z.strictObject({ taskId: z.string(), fields: z.array(z.string()) })),
  tierMoves: z.array(z.strictObject({ taskId: z.string(), before: tierSchema, after: tierSchema })),
  packages: z.array(packageChangeSchema.extend({ tasks: z.int() })),
  licenceChanges: z.record(z.string(), z.int()),
});
export type VersionEntry = z.infer<typeof versionEntrySchema>;

/** `version.json` of a run and of its dataset. */
export const datasetHistorySchema = z.strictObject({
  schemaVersion: z.literal(1),
  version: z.string(),
  /** The newest first. */
  entries: z.array(versionEntrySchema).min(1),
});
export type DatasetHistory = z.infer<typeof datasetHistorySchema>;

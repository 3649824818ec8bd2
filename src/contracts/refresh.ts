/** Keeping a dataset alive: what became of every task when its document and its packages moved on. */
import { z } from "zod";
import { packageChangeSchema, versionStepSchema } from "./dataset-version.ts";
import { tierSchema } from "./execution.ts";

export const refreshOptionsSchema = z.strictObject({
  upgrade: z
    .array(z.string().trim().min(1))
    .default([])
    .describe(
      'packages to move: "scikit-learn" for the newest release, "scikit-learn==1.7.2" for a certain one',
    ),
  removed: z
    .enum(["drop", "keep"])
    .default("drop")
    .describe("tasks whose document is gone: leave them out, or keep them with the document they had"),
});
export type RefreshOptions = z.infer<typeof refreshOptionsSchema>;
export type RefreshInput = z.input<typeof refreshOptionsSchema>;

export const refreshStates = ["kept", "changed", "repaired", "rotten", "removed", "new"] as const;
export const refreshStateSchema = z.enum(refreshStates);
/**
 * "kept": it works as before, in today's versions too. "changed": its document gives another task now. "repaired": an
 * agent mended it. "rotten": a case that passed does not. "removed": its document is gone. "new": there was none.
 */
export type RefreshState = z.infer<typeof refreshStateSchema>;

export const rotCauses = [
  "removed-api",
  "changed-signature",
  "changed-exception",
  "changed-output",
  "missing-asset",
  "install",
  "environment",
  "resource",
  "flaky",
  "other",
] as const;
export const rotCauseSchema = z.enum(rotCauses);
export type RotCause = z.infer<typeof rotCauseSchema>;

/** The failure that says why a task rotted. */
export const rotEvidenceSchema = z.strictObject({
  /** Name of the case; null when no case was reached. */
  case: z.string().nullable(),
  /** Code of the traceback analyser, as in `data/error-categories.json`. */
  code: z.string(),
  exception: z.string().nullable(),
  /** The line that decides: the last of the traceback, or what an assertion compared. */
  message: z.string(),
  /** The line of the program (of the tests, where the program returned) where it showed. */
  line: z.string().nullable(),
});
export type RotEvidence = z.infer<typeof rotEvidenceSchema>;

export const refreshRecordSchema = z.strictObject({
  taskId: z.string(),
  documentId: z.string(),
  state: refreshStateSchema,
  /** The document of today beside the one the task was made from. */
  document: z.enum(["same", "changed", "new", "gone"]),
  /** Why the task as it was does not work any more; null when it does, and for new and removed ones. */
  cause: rotCauseSchema.nullable(),
  /** One sentence. */
  detail: z.string().nullable(),
  evidence: rotEvidenceSchema.nullable(),
  /** Packages that differ between the two environments, those that the task asks for first. */
  versions: z.array(packageChangeSchema),
  pythonBefore: z.string().nullable(),
  pythonAfter: z.string().nullable(),
  tierBefore: tierSchema.nullable(),
  /** In the dataset that came out; "none" for what did not enter it. */
  tierAfter: tierSchema.nullable(),
  /**
   * Its verdict in the environment of the earlier run. "same-versions": that is the new environment too.
   * "not-restored": it cannot be had any more.
   */
  locked: z.enum(["passed", "failed", "same-versions", "not-restored"]).nullable(),
  /** Columns in which the task that is there now differs from the one that was. */
  fields: z.array(z.string()),
});
export type RefreshRecord = z.infer<typeof refreshRecordSchema>;

const counts = z.record(z.string(), z.int());

/** `refresh.json`: counts that add up to the tasks of the earlier run. */
export const refreshSummarySchema = z.strictObject({
  /** The earlier run's dataset. */
  from: z.strictObject({ name: z.string(), version: z.string() }),
  version: z.string(),
  step: versionStepSchema,
  /** Tasks of the earlier run: the states but "new" add up to them, once nothing is ungraded. */
  tasksBefore: z.int(),
  states: z.record(refreshStateSchema, z.int()),
  /** Rotten tasks by cause. */
  rotten: counts,
  /** Changed and repaired tasks by why their earlier version does not work any more; those that did are not counted. */
  replaced: counts,
  documents: z.strictObject({
    same: z.int(),
    changed: z.int(),
    new: z.int(),
    gone: z.int(),
  }),
  tierMoves: counts,
  packages: z.array(packageChangeSchema.extend({ tasks: z.int() })),
  /** Tasks and documents without a result yet: the refresh goes on with them when it is started again. */
  ungraded: z.int(),
});
export type RefreshSummary = z.infer<typeof refreshSummarySchema>;

/** What an evaluation found: scores with what stands behind them. What is not defined is null, never 0. */
import { z } from "zod";
import { usageSchema } from "./model.ts";

export const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });

/** A mean in [0, 1] with its 95 % interval; `value` is null where nothing was graded. */
export const scoreEstimateSchema = z.strictObject({
  value: z.number().nullable(),
  /** Clustered by source document; null with fewer than two clusters. */
  interval: intervalSchema.nullable(),
});
export type ScoreEstimate = z.infer<typeof scoreEstimateSchema>;

export const successRatesSchema = z.strictObject({
  /** Graded samples that count here. */
  samples: z.int(),
  /** Share of programs that pass all, or any, of their cases; mean share of cases passed. */
  srAll: scoreEstimateSchema,
  srAny: scoreEstimateSchema,
  passFraction: scoreEstimateSchema,
});
export type SuccessRates = z.infer<typeof successRatesSchema>;

export const atKSchema = z.strictObject({
  k: z.int(),
  /** Mean over the tasks where it is defined: those with at least k graded samples. */
  passAtK: scoreEstimateSchema,
  passHatK: scoreEstimateSchema,
  definedTasks: z.int(),
  undefinedTasks: z.int(),
});
export type AtK = z.infer<typeof atKSchema>;

const counts = z.record(z.string(), z.int());

export const repairScoreSchema = z.strictObject({
  agent: z.string(),
  /** After all rounds. */
  rates: successRatesSchema,
  /** (with − without) / without; null where without is 0 or nothing was graded. */
  relativeIncreaseAll: z.number().nullable(),
  relativeIncreaseAny: z.number().nullable(),
  /** Best program so far after 0, 1, 2, … rounds. */
  rounds: z.array(
    z.strictObject({ round: z.int(), srAll: z.number().nullable(), srAny: z.number().nullable() }),
  ),
  /** Failing samples that were to be repaired, and by how the repair ended. */
  repaired: z.int(),
  open: z.int(),
  states: counts,
  ended: counts,
  calls: z.int(),
  usage: usageSchema,
  costUsd: z.number().nullable(),
});
export type RepairScore = z.infer<typeof repairScoreSchema>;

export const evaluationSummarySchema = z.strictObject({
  label: z.string(),
  /** What was evaluated: a model by its server's name, or a file of samples. */
  model: z.string(),
  dataset: z.string(),
  format: z.string(),
  style: z.string().nullable(),
  toolkitVersion: z.string(),
  tasks: z.int(),
  scoredTasks: z.int(),
  excluded: z.array(z.strictObject({ taskId: z.string(), reason: z.string(), detail: z.string() })),
  /** Tasks without a reference that was run here. */
  uncheckedTasks: z.int(),
  samples: z.strictObject({
    expected: z.int(),
    graded: z.int(),
    ungraded: z.int(),
    /** Lines of a samples file that are no sample, or name a task that the dataset does not have. */
    unusable: z.int(),
    unusableReasons: counts,
    /** The first of these lines, by their number in the file. */
    unusableLines: z.array(z.strictObject({ line: z.int(), reason: z.string() })).default([]),
    /** Lines of a samples file for tasks that are left out. */
    ofExcludedTasks: z.int(),
    /** Of a samples file: tasks that are scored and have none. */
    tasksWithout: z.int(),
    /** Answers without a program; graded as failed. */
    withoutProgram: z.int(),
    /** Run with their tests in one process, where isolation is weaker. */
    sharedChannel: z.int(),
  }),
  rates: successRatesSchema,
  /** The same without what says little about the model. */
  withoutEnvironmentFaults: successRatesSchema,
  withoutVacuousCases: successRatesSchema,
  withoutBoth: successRatesSchema,
  doubts: z.strictObject({
    environmentFaults: z.int(),
    environmentFaultCodes: counts,
    skippedCases: z.int(),
    vacuousPasses: z.int(),
    /** Samples of which every passed case is one that a stub passes too. */
    passesOnVacuousOnly: z.int(),
    stubsUnknownTasks: z.int(),
  }),
  atK: z.array(atKSchema),
  codeLines: z.number().nullable(),
  codeTokens: z.number().nullable(),
  tokenizer: z.string(),
  /** Samples that did not pass all cases, by category of the first failure, and by its cause. */
  errorCategories: counts,
  errorCauses: counts,
  outcomes: counts,
  replies: counts,
  calls: z.int(),
  usage: usageSchema,
  costUsd: z.number().nullable(),
  repairs: z.array(repairScoreSchema),
});
export type EvaluationSummary = z.infer<typeof evaluationSummarySchema>;

/** One task's results, for comparisons. */
export const taskScoreSchema = z.strictObject({
  taskId: z.string(),
  cluster: z.string(),
  graded: z.int(),
  passedAll: z.int(),
  passedAny: z.int(),
  /** Sum over samples of the share of cases passed. */
  fraction: z.number(),
  /** Samples that pass all cases after repair, by agent. */
  repairedAll: z.record(z.string(), z.int()),
});
export type TaskScore = z.infer<typeof taskScoreSchema>;

export const comparisonSchema = z.strictObject({
  first: z.string(),
  second: z.string(),
  /** Tasks that both have graded samples of. */
  tasks: z.int(),
  /** second − first of SR@All, paired by task, with its 95 % interval by paired bootstrap over clusters. */
  difference: scoreEstimateSchema,
  /** Share of draws in which the second is better; a half means that chance decides. */
  probabilitySecondBetter: z.number().nullable(),
  /** Tasks solved by one (at least half of its samples pass all cases) and not by the other. */
  onlyFirst: z.array(z.string()),
  onlySecond: z.array(z.string()),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Seconds of the work: from the logs, not part of what repeats. */
export interface EvaluationTime {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly modelSeconds: number;
}

/** Models side by side on one dataset, in the form of the paper's Table 2. Rates are shares in [0, 1]. */
import { z } from "zod";
import { atKSchema, comparisonSchema, scoreEstimateSchema, successRatesSchema } from "./score.ts";

const ratesSchema = z.strictObject({ srAll: scoreEstimateSchema, srAny: scoreEstimateSchema });

export const leaderboardAgentSchema = ratesSchema.extend({
  agent: z.string(),
  /** (with − without) / without; null where it is not defined. */
  relativeIncreaseAll: z.number().nullable(),
  relativeIncreaseAny: z.number().nullable(),
  rounds: z.array(
    z.strictObject({ round: z.int(), srAll: z.number().nullable(), srAny: z.number().nullable() }),
  ),
  /** Failing samples that the agent has not worked on yet. */
  open: z.int(),
  calls: z.int(),
  costUsd: z.number().nullable(),
});

export const leaderboardRowSchema = ratesSchema.extend({
  label: z.string(),
  model: z.string(),
  style: z.string().nullable(),
  scoredTasks: z.int(),
  /** Scored tasks without a graded sample; a row that has any gets no place. */
  missingTasks: z.int(),
  samples: z.int(),
  ungraded: z.int(),
  passFraction: scoreEstimateSchema,
  withoutEnvironmentFaults: successRatesSchema,
  withoutVacuousCases: successRatesSchema,
  environmentFaults: z.int(),
  skippedCases: z.int(),
  vacuousPasses: z.int(),
  atK: z.array(atKSchema),
  agents: z.array(leaderboardAgentSchema),
  codeLines: z.number().nullable(),
  codeTokens: z.number().nullable(),
  calls: z.int(),
  costUsd: z.number().nullable(),
  /** Seconds that its programs ran, and that its answers took, as the logs have them. */
  cpuSeconds: z.number(),
  modelSeconds: z.number(),
  errorCategories: z.record(z.string(), z.int()),
  /** Place in a column, 1 the best: higher rates, fewer lines and tokens. Equal values share a place. */
  ranks: z.record(z.string(), z.int()),
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

export const leaderboardTableSchema = z.strictObject({
  dataset: z.string(),
  format: z.string(),
  tasks: z.int(),
  /** Tasks that are left out for every model, with the reason. */
  excluded: z.array(z.strictObject({ taskId: z.string(), reason: z.string(), detail: z.string() })),
  tokenizer: z.string(),
  rows: z.array(leaderboardRowSchema),
  /** Every row against the best by SR@All, paired by task. */
  comparisons: z.array(comparisonSchema),
});
export type LeaderboardTable = z.infer<typeof leaderboardTableSchema>;

export const leaderboardSchema = z.strictObject({
  toolkitVersion: z.string(),
  tables: z.array(leaderboardTableSchema),
});
export type Leaderboard = z.infer<typeof leaderboardSchema>;

/** The public API of codergen. Whatever the CLI does, these functions can do. */
export { describeSources, type SourceDescription, type SourceOption } from "./api/source-options.ts";
export {
  build,
  exportRun,
  generateRun,
  runFolder,
  type RunOptions,
  scrapeRun,
  verifyRun,
} from "./api/run.ts";
export { evaluate, evaluationFolder, type EvaluateRunOptions } from "./api/evaluate.ts";
export {
  compareModels,
  leaderboard,
  type LeaderboardFormat,
  leaderboardFormats,
  renderLeaderboardAs,
  writeLeaderboard,
} from "./api/leaderboard.ts";
export {
  exportPeerSamples,
  exportPeerTask,
  peerSampleFormats,
  type PeerTaskFormat,
  peerTaskFormats,
  type PeerTaskOptions,
} from "./api/export-peers.ts";
export { gradeSamples, type GradeOptions } from "./api/grade.ts";
export { makeSketches } from "./api/sketch.ts";
export { auditRun, exportTrainingSets, type TrainingRunOptions } from "./api/training.ts";
export { publish, type PublishRunOptions } from "./api/publish.ts";
export { readRecreation, type Recreation, type RecreationOptions } from "./api/recreate.ts";
export { finetune, type FinetuneProgress } from "./api/finetune.ts";
export {
  type OpenGeneration,
  openGeneration,
  type OpenVerification,
  openVerification,
} from "./api/open-work.ts";
export { estimate, estimateDocuments, type EstimateOptions } from "./api/estimate.ts";
export {
  diffPrompts,
  listPrompts,
  type PromptTest,
  readDocuments,
  showPrompt,
  testPrompt,
  type TestPromptOptions,
} from "./api/prompts.ts";
export {
  type PlannedDocument,
  planRefresh,
  recordedConfig,
  refresh,
  type Refreshed,
  refreshRecords,
} from "./api/refresh.ts";
export { diffDatasets, type DiffOptions, type DiffResult } from "./api/diff.ts";
export { scrape, type ScrapeOptions } from "./api/scrape.ts";
export {
  type Config,
  type ConfigInput,
  configSchema,
  type ModelConfig,
  modelConfigSchema,
  exportFormats,
  type ExportFormat,
  type SourceConfig,
} from "./contracts/config.ts";
export * from "./contracts/audit.ts";
export * from "./contracts/dataset-version.ts";
export * from "./contracts/document.ts";
export * from "./contracts/environment.ts";
export type * from "./contracts/events.ts";
export * from "./contracts/estimate.ts";
export {
  type EvaluateInput,
  type EvaluateOptions,
  evaluateOptionsSchema,
} from "./contracts/evaluate-options.ts";
export * from "./contracts/evaluation.ts";
export * from "./contracts/evaluation-task.ts";
export * from "./contracts/execution.ts";
export * from "./contracts/leaderboard.ts";
export * from "./contracts/score.ts";
export * from "./contracts/finetune.ts";
export * from "./contracts/money.ts";
export { type GradeRecord, gradeRecordSchema } from "./contracts/grade.ts";
export type * from "./contracts/generator.ts";
export * from "./contracts/manifest.ts";
export type { Prompt } from "./contracts/prompt.ts";
export * from "./contracts/publish.ts";
export * from "./contracts/refresh.ts";
export * from "./contracts/sandbox.ts";
export type { ChatMessage, ModelReply, ModelRequest } from "./contracts/model.ts";
export type * from "./contracts/source.ts";
export * from "./contracts/summary.ts";
export * from "./contracts/task.ts";
export * from "./contracts/task-row.ts";
export * from "./contracts/sketch.ts";
export * from "./contracts/training.ts";
export { type ErrorCode, type PlacedProblem, ToolkitError } from "./errors.ts";
export { validate } from "./util/validate.ts";
export { CONFIG_FILE, environmentLayer, readConfigFile, resolveConfig } from "./io/config-file.ts";
export { readEnvironment } from "./io/env.ts";
export { sourceNameOf } from "./registry.ts";
export { toolkitVersion } from "./version.ts";
export { importAicodereval } from "./pipeline/import-aicodereval.ts";
export { doctor, type DoctorOptions } from "./api/doctor.ts";
export {
  type CachedEnvironment,
  type EnvironmentCacheOptions,
  listEnvironments,
  pruneEnvironments,
  type PruneEnvironmentsOptions,
  showEnvironment,
} from "./api/environments.ts";
export {
  applyRepair,
  type ExplainedCase,
  type FileRepair,
  type RepairFileOptions,
  repairFiles,
} from "./api/repair-file.ts";
export { openTaskShell, type ShellStreams } from "./api/run-file.ts";
export { type FileVerdict, openFiles, verifyFiles } from "./api/verify-file.ts";
export * from "./contracts/repair.ts";
export {
  type AnalysedProgram,
  analyseFailure,
  errorCodes,
  isProgramFault,
  repairAgents,
} from "./repair/index.ts";
export { type Check, checkSchema } from "./contracts/check.ts";
export { parseTask } from "./task/parse.ts";
export { renderTask } from "./task/render.ts";
export {
  type OutcomeTable,
  policyNames,
  pruneByAnswer,
  rankCandidates,
  type RankCandidatesOptions,
  type Ranked,
  rankTests,
  type RankTestsOptions,
} from "./api/rank/policies.ts";
export {
  candidateNames,
  readCandidates,
  readRows,
  readTestFiles,
  type TextsByTask,
  textsFor,
} from "./api/rank/files.ts";
export { rankSession, type RankSessionEvent, type RankSessionOptions } from "./api/rank/session.ts";
export { rankDataset, type RankBenchmarkOptions, type RankBenchmarkResult } from "./api/rank/benchmark.ts";
export { readRankingPrompts, readRankingTask } from "./api/rank/task.ts";
export type { RankToolsOptions } from "./api/rank/tools.ts";
export type { RankBenchmarkEvent } from "./pipeline/rank/benchmark.ts";
export * from "./contracts/ranking.ts";
export {
  type Reply,
  runSession,
  type SessionEvent,
  type SessionInput,
  type SessionResult,
} from "./rank/session.ts";
export {
  type CurvePoint,
  type SessionsSummary,
  summarizeSessions,
  type SummaryOptions,
} from "./rank/metrics/summarize-sessions.ts";
export { curveTable } from "./rank/metrics/curve-table.ts";
export { passAtK } from "./util/statistics.ts";

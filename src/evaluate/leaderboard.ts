/** Makes a leaderboard of the summaries of evaluations: one table a dataset, rows by SR@All, places by column. */
import type { Leaderboard, LeaderboardRow, LeaderboardTable } from "../contracts/leaderboard.ts";
import type { EvaluationSummary, TaskScore } from "../contracts/score.ts";
import { compareScores } from "./compare.ts";

/** One model's results as they lie in its folder. */
export interface EntryResults {
  /** Names the dataset: equal ones are comparable. */
  readonly datasetHash: string;
  readonly summary: EvaluationSummary;
  readonly tasks: readonly TaskScore[];
  readonly cpuSeconds: number;
  readonly modelSeconds: number;
}

export function makeLeaderboard(entries: readonly EntryResults[], toolkitVersion: string): Leaderboard {
  const byDataset = new Map<string, EntryResults[]>();
  for (const entry of entries) {
    byDataset.set(entry.datasetHash, [...(byDataset.get(entry.datasetHash) ?? []), entry]);
  }
  return { toolkitVersion, tables: [...byDataset.values()].map(tableOf) };
}

function tableOf(entries: readonly EntryResults[]): LeaderboardTable {
  const sorted = entries.toSorted((a, b) => better(a.summary, b.summary));
  const rows = sorted.map(rowOf);
  const [best, ...others] = sorted;
  const labelled = ({ summary, tasks }: EntryResults) => ({ label: summary.label, tasks });
  return {
    dataset: best?.summary.dataset ?? "",
    format: best?.summary.format ?? "",
    tasks: best?.summary.tasks ?? 0,
    excluded: best?.summary.excluded ?? [],
    tokenizer: best?.summary.tokenizer ?? "",
    rows: withRanks(rows),
    comparisons:
      best === undefined ? [] : others.map((entry) => compareScores(labelled(entry), labelled(best))),
  };
}

/** What answers every task first; then the highest SR@All, SR@Any, the name; what has no score comes last. */
function better(a: EvaluationSummary, b: EvaluationSummary): number {
  const partial = Number(a.samples.tasksWithout > 0) - Number(b.samples.tasksWithout > 0);
  if (partial !== 0) return partial;
  const value = ({ rates }: EvaluationSummary) => [rates.srAll.value ?? -1, rates.srAny.value ?? -1] as const;
  const [first, second] = [value(a), value(b)];
  return second[0] - first[0] || second[1] - first[1] || (a.label < b.label ? -1 : 1);
}

function rowOf({ summary, cpuSeconds, modelSeconds }: EntryResults): LeaderboardRow {
  const { rates, samples, doubts } = summary;
  return {
    label: summary.label,
    model: summary.model,
    style: summary.style,
    scoredTasks: summary.scoredTasks,
    missingTasks: samples.tasksWithout,
    samples: samples.graded,
    ungraded: samples.ungraded + samples.unusable,
    srAll: rates.srAll,
    srAny: rates.srAny,
    passFraction: rates.passFraction,
    withoutEnvironmentFaults: summary.withoutEnvironmentFaults,
    withoutVacuousCases: summary.withoutVacuousCases,
    environmentFaults: doubts.environmentFaults,
    skippedCases: doubts.skippedCases,
    vacuousPasses: doubts.vacuousPasses,
    atK: summary.atK,
    agents: summary.repairs.map((repair) => ({
      agent: repair.agent,
      srAll: repair.rates.srAll,
      srAny: repair.rates.srAny,
      relativeIncreaseAll: repair.relativeIncreaseAll,
      relativeIncreaseAny: repair.relativeIncreaseAny,
      rounds: repair.rounds,
      open: repair.open,
      calls: repair.calls,
      costUsd: repair.costUsd,
    })),
    codeLines: summary.codeLines,
    codeTokens: summary.codeTokens,
    calls: summary.calls,
    costUsd: summary.costUsd,
    cpuSeconds,
    modelSeconds,
    errorCategories: summary.errorCategories,
    ranks: {},
  };
}

/** Columns that are ranked, and whether less is better (shorter code is, in the paper). */
function rankedColumns(rows: readonly LeaderboardRow[]) {
  const agents = [...new Set(rows.flatMap((row) => row.agents.map(({ agent }) => agent)))];
  const of = (row: LeaderboardRow, agent: string) => row.agents.find((entry) => entry.agent === agent);
  const plain = [
    { name: "srAll", less: false, value: (row: LeaderboardRow) => row.srAll.value },
    { name: "srAny", less: false, value: (row: LeaderboardRow) => row.srAny.value },
    { name: "codeLines", less: true, value: (row: LeaderboardRow) => row.codeLines },
    { name: "codeTokens", less: true, value: (row: LeaderboardRow) => row.codeTokens },
  ];
  const withAgents = agents.flatMap((agent) => [
    {
      name: `${agent}.srAll`,
      less: false,
      value: (row: LeaderboardRow) => of(row, agent)?.srAll.value ?? null,
    },
    {
      name: `${agent}.srAny`,
      less: false,
      value: (row: LeaderboardRow) => of(row, agent)?.srAny.value ?? null,
    },
  ]);
  return [...plain, ...withAgents];
}

function withRanks(rows: readonly LeaderboardRow[]): LeaderboardRow[] {
  const columns = rankedColumns(rows);
  return rows.map((row) => {
    const ranks = columns.flatMap(({ name, less, value }) => {
      const own = value(row);
      if (own === null || row.missingTasks > 0) return [];
      const ahead = rows.filter((other) => {
        const theirs = other.missingTasks > 0 ? null : value(other);
        return theirs !== null && (less ? theirs < own : theirs > own);
      });
      return [[name, ahead.length + 1] as const];
    });
    return { ...row, ranks: Object.fromEntries(ranks) };
  });
}

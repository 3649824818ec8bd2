/** One model's summary and task scores, from the journals, one sample in memory at a time. */
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import { type ReferenceRecord, type SampleVerdict, sampleKey } from "../../contracts/evaluation.ts";
import type { EvaluationSummary, TaskScore } from "../../contracts/score.ts";
import { RepairBoard } from "../../evaluate/repair-board.ts";
import { ScoreBoard } from "../../evaluate/score-board.ts";
import type { EvaluationEntry, EvaluationStore } from "../../io/evaluation-store.ts";
import type { Dataset } from "./read-dataset.ts";
import type { Unusable } from "./sample-units.ts";

export interface SummaryFacts {
  readonly dataset: Dataset;
  readonly label: string;
  readonly model: string;
  readonly style: string | null;
  readonly toolkitVersion: string;
  /** Tasks that are scored, in order. */
  readonly scored: readonly EvaluationTask[];
  /** Keys of all samples there should be. */
  readonly expected: ReadonlySet<string>;
  /** Samples of tasks that are left out. */
  readonly unusable: Unusable;
  readonly ks: readonly number[];
  readonly rounds: number;
  readonly categoryOf: (verdict: SampleVerdict, program: string) => string;
}

/** @returns The summary, and one score a task. */
export async function summarizeEntry(
  store: EvaluationStore,
  entry: EvaluationEntry,
  facts: SummaryFacts,
): Promise<{ summary: EvaluationSummary; tasks: TaskScore[] }> {
  const references = await referencesOf(store);
  const board = new ScoreBoard(facts.scored, references, facts);
  const boards = (await entry.agents()).map((agent) => new RepairBoard(agent, facts.rounds));
  const tasks = new Map(facts.scored.map((task) => [task.id, task]));
  const withSamples = new Set<string>();
  let graded = 0;
  for await (const record of entry.samples.records()) {
    const key = sampleKey(record);
    const task = tasks.get(record.taskId);
    if (task === undefined || !facts.expected.has(key)) continue;
    const verdict = record.verdict === null ? null : await store.verdicts.get(record.verdict);
    const score = board.add(record, verdict);
    if (score === null) continue;
    graded++;
    withSamples.add(record.taskId);
    for (const repairs of boards) {
      const repair = await (await entry.repairs(repairs.agent)).get(key);
      repairs.add(task, score, repair?.contentHash === record.contentHash ? repair : null);
    }
  }
  const counted = { graded, tasksWithout: facts.scored.length - withSamples.size };
  const summary = summaryOf(facts, { board, boards, references, counted });
  const byTask = board.taskScores().map((task) => ({
    ...task,
    repairedAll: Object.fromEntries(boards.map((repairs) => [repairs.agent, repairs.passedAll(task.taskId)])),
  }));
  return { summary, tasks: byTask };
}

interface Counted {
  readonly board: ScoreBoard;
  readonly boards: readonly RepairBoard[];
  readonly references: ReadonlyMap<string, ReferenceRecord>;
  readonly counted: { readonly graded: number; readonly tasksWithout: number };
}

function summaryOf(facts: SummaryFacts, { board, boards, references, counted }: Counted): EvaluationSummary {
  const { withoutProgram, sharedChannel, ...scores } = board.summary();
  const { dataset, label, model, style, toolkitVersion, unusable, expected, scored } = facts;
  const unchecked = scored.filter(({ id }) => references.get(id)?.state === "unchecked");
  const stubsUnknown = scored.filter(({ id }) => references.get(id)?.stubsKnown !== true);
  return {
    label,
    model,
    dataset: dataset.name,
    format: dataset.format,
    style,
    toolkitVersion,
    tasks: dataset.tasks.length,
    scoredTasks: scored.length,
    excluded: dataset.tasks.flatMap(({ id }) => exclusionOf(references.get(id))),
    uncheckedTasks: unchecked.length,
    samples: {
      expected: expected.size,
      graded: counted.graded,
      ungraded: expected.size - counted.graded,
      unusable: unusable.count,
      unusableReasons: unusable.reasons,
      unusableLines: unusable.lines,
      ofExcludedTasks: unusable.ofExcluded,
      tasksWithout: counted.tasksWithout,
      withoutProgram,
      sharedChannel,
    },
    ...scores,
    doubts: { ...scores.doubts, stubsUnknownTasks: stubsUnknown.length },
    repairs: boards.map((repairs) => repairs.summary(scores.rates)),
  };
}

async function referencesOf(store: EvaluationStore): Promise<Map<string, ReferenceRecord>> {
  const references = new Map<string, ReferenceRecord>();
  for await (const record of store.references.records()) references.set(record.taskId, record);
  return references;
}

function exclusionOf(record: ReferenceRecord | undefined): EvaluationSummary["excluded"] {
  if (record?.state !== "excluded") return [];
  return [{ taskId: record.taskId, reason: record.reason ?? "unknown", detail: record.detail ?? "" }];
}

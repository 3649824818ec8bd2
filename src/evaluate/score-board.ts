/** Adds up samples one by one; memory grows with tasks, not with samples. */
import type { EvaluationTask } from "../contracts/evaluation-task.ts";
import type { ReferenceRecord, SampleRecord, SampleVerdict } from "../contracts/evaluation.ts";
import type { EvaluationSummary, TaskScore } from "../contracts/score.ts";
import type { Usage } from "../contracts/model.ts";
import { countInto, sortedCounts } from "../util/counts.ts";
import { addUsage, noUsage } from "../model/price.ts";
import { atKOf } from "./at-k.ts";
import { tokenizerName } from "../model/count-tokens.ts";
import { codeLines, codeTokens } from "./code-size.ts";
import { causeName, type SampleScore, scoreOf, scoreWithoutProgram } from "./sample-score.ts";
import { addSample, emptySums, ratesOf, type TaskSums } from "./success-rates.ts";

type Part = Pick<
  EvaluationSummary,
  | "rates"
  | "withoutEnvironmentFaults"
  | "withoutVacuousCases"
  | "withoutBoth"
  | "doubts"
  | "atK"
  | "codeLines"
  | "codeTokens"
  | "tokenizer"
  | "errorCategories"
  | "errorCauses"
  | "outcomes"
  | "replies"
  | "calls"
  | "usage"
  | "costUsd"
> & { readonly withoutProgram: number; readonly sharedChannel: number };

/** The four ways to count: as graded, and without what is doubtful. */
interface Sums {
  readonly all: TaskSums;
  readonly judged: TaskSums;
  readonly strong: TaskSums;
  readonly both: TaskSums;
}

interface TaskEntry {
  readonly vacuous: ReadonlySet<string>;
  readonly caseNames: readonly string[];
  readonly sums: Sums;
}

export interface BoardOptions {
  readonly ks: readonly number[];
  /** The category of a failure, for a sample that did not pass all cases. */
  readonly categoryOf: (verdict: SampleVerdict, program: string) => string;
}

export class ScoreBoard {
  private readonly tasks = new Map<string, TaskEntry>();
  private readonly counts = {
    errorCategories: {} as Record<string, number>,
    errorCauses: {} as Record<string, number>,
    outcomes: {} as Record<string, number>,
    replies: {} as Record<string, number>,
    faultCodes: {} as Record<string, number>,
    environmentFaults: 0,
    skippedCases: 0,
    vacuousPasses: 0,
    passesOnVacuousOnly: 0,
    withoutProgram: 0,
    sharedChannel: 0,
  };
  private readonly size = { samples: 0, lines: 0, tokens: 0 };
  private readonly spent: { calls: number; usage: Usage; costUsd: number | null } = {
    calls: 0,
    usage: noUsage,
    costUsd: 0,
  };

  constructor(
    tasks: readonly EvaluationTask[],
    references: ReadonlyMap<string, ReferenceRecord>,
    private readonly options: BoardOptions,
  ) {
    for (const { id, cluster, judge } of tasks) {
      const vacuous = new Set(references.get(id)?.vacuousCases ?? []);
      const sums = {
        all: emptySums(cluster),
        judged: emptySums(cluster),
        strong: emptySums(cluster),
        both: emptySums(cluster),
      };
      this.tasks.set(id, { vacuous, caseNames: judge.cases.map(({ name }) => name), sums });
    }
  }

  /** @param verdict Null for a sample without a program. */
  add(record: SampleRecord, verdict: SampleVerdict | null): SampleScore | null {
    const task = this.tasks.get(record.taskId);
    if (task === undefined) return null;
    const score =
      verdict === null ? scoreWithoutProgram(task.caseNames, task.vacuous) : scoreOf(verdict, task.vacuous);
    addToSums(task.sums, score);
    this.countDoubts(score);
    this.countReply(record);
    if (verdict === null) this.counts.withoutProgram++;
    else {
      countInto(this.counts.outcomes, verdict.outcome);
      if (verdict.channel === "shared") this.counts.sharedChannel++;
    }
    if (score.passed < score.total) this.countError(record, verdict, score);
    return score;
  }

  private countError(record: SampleRecord, verdict: SampleVerdict | null, score: SampleScore): void {
    const { errorCauses, errorCategories } = this.counts;
    if (verdict === null || record.program === null) {
      const outcome = record.reply?.outcome ?? "complete";
      countInto(errorCauses, outcome === "complete" ? "answer/no-program" : `answer/${outcome}`);
      countInto(errorCategories, "no-program");
      return;
    }
    countInto(errorCauses, causeName(score.cause));
    countInto(errorCategories, this.options.categoryOf(verdict, record.program));
  }

  private countDoubts(score: SampleScore): void {
    const { counts } = this;
    if (score.environmentFault !== null) {
      counts.environmentFaults++;
      countInto(counts.faultCodes, score.environmentFault);
    }
    counts.skippedCases += score.skipped;
    counts.vacuousPasses += score.passed - score.strongPassed;
    if (score.passed > 0 && score.strongPassed === 0) counts.passesOnVacuousOnly++;
  }

  private countReply({ code, reply }: SampleRecord): void {
    if (code !== null) {
      this.size.samples++;
      this.size.lines += codeLines(code);
      this.size.tokens += codeTokens(code);
    }
    if (reply === null) return;
    countInto(this.counts.replies, reply.outcome);
    this.spent.calls += reply.calls;
    this.spent.usage = addUsage(this.spent.usage, reply.usage);
    const { costUsd } = this.spent;
    const unknown = costUsd === null || (reply.calls > 0 && reply.costUsd === null);
    this.spent.costUsd = unknown ? null : costUsd + (reply.costUsd ?? 0);
  }

  summary(): Part {
    const { counts, size } = this;
    const of = (which: keyof Sums) => [...this.tasks.values()].map(({ sums }) => sums[which]);
    return {
      rates: ratesOf(of("all")),
      withoutEnvironmentFaults: ratesOf(of("judged")),
      withoutVacuousCases: ratesOf(of("strong")),
      withoutBoth: ratesOf(of("both")),
      doubts: {
        environmentFaults: counts.environmentFaults,
        environmentFaultCodes: sortedCounts(counts.faultCodes),
        skippedCases: counts.skippedCases,
        vacuousPasses: counts.vacuousPasses,
        passesOnVacuousOnly: counts.passesOnVacuousOnly,
        stubsUnknownTasks: 0,
      },
      atK: atKOf(of("all"), this.options.ks),
      codeLines: size.samples === 0 ? null : size.lines / size.samples,
      codeTokens: size.samples === 0 ? null : size.tokens / size.samples,
      tokenizer: tokenizerName,
      errorCategories: sortedCounts(counts.errorCategories),
      errorCauses: sortedCounts(counts.errorCauses),
      outcomes: sortedCounts(counts.outcomes),
      replies: sortedCounts(counts.replies),
      ...this.spent,
      withoutProgram: counts.withoutProgram,
      sharedChannel: counts.sharedChannel,
    };
  }

  /** One entry a task, in the order of the dataset. */
  taskScores(): Omit<TaskScore, "repairedAll">[] {
    return [...this.tasks].map(([taskId, { sums }]) => {
      const { cluster, graded, passedAll, passedAny, fraction } = sums.all;
      return { taskId, cluster, graded, passedAll, passedAny, fraction };
    });
  }
}

function addToSums({ all, judged, strong, both }: Sums, score: SampleScore): void {
  const { passed, total, strongPassed, strongTotal } = score;
  addSample(all, passed, total);
  addSample(strong, strongPassed, strongTotal);
  if (score.environmentFault !== null) return;
  addSample(judged, passed, total);
  addSample(both, strongPassed, strongTotal);
}

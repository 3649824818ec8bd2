/** Scores with an agent: samples that it did not work on count as they were, the others by the best program so far. */
import type { RepairedSample } from "../contracts/evaluation.ts";
import type { Usage } from "../contracts/model.ts";
import type { RepairScore, SuccessRates } from "../contracts/score.ts";
import { addUsage, noUsage } from "../model/price.ts";
import { countInto, sortedCounts } from "../util/counts.ts";
import type { SampleScore } from "./sample-score.ts";
import { addSample, emptySums, ratesOf, type TaskSums } from "./success-rates.ts";

export class RepairBoard {
  private readonly sums = new Map<string, TaskSums>();
  /** Samples that pass all, or any, of their cases after round 0, 1, 2, … */
  private readonly all: number[] = [];
  private readonly any: number[] = [];
  private readonly states: Record<string, number> = {};
  private readonly ended: Record<string, number> = {};
  private samples = 0;
  private repaired = 0;
  private open = 0;
  private calls = 0;
  private usage: Usage = noUsage;
  private costUsd: number | null = 0;

  constructor(
    readonly agent: string,
    private readonly rounds: number,
  ) {
    for (let round = 0; round <= rounds; round++) [this.all[round], this.any[round]] = [0, 0];
  }

  /** @param repair Null where there was nothing to repair, or where it is still open. */
  add(
    task: { readonly id: string; readonly cluster: string },
    score: SampleScore,
    repair: RepairedSample | null,
  ): void {
    this.samples++;
    if (score.passed < score.total) this.countRepair(repair);
    let best = { passed: score.passed, total: score.total };
    for (let round = 0; round <= this.rounds; round++) {
      for (const made of repair?.record.rounds ?? []) {
        const { feedback } = made;
        if (
          made.round === round &&
          feedback !== null &&
          feedback.passed / feedback.total > best.passed / best.total
        ) {
          best = { passed: feedback.passed, total: feedback.total };
        }
      }
      if (best.passed === best.total) this.all[round] = (this.all[round] ?? 0) + 1;
      if (best.passed > 0) this.any[round] = (this.any[round] ?? 0) + 1;
    }
    const sums = this.sums.get(task.id) ?? emptySums(task.cluster);
    this.sums.set(task.id, sums);
    addSample(sums, best.passed, best.total);
  }

  private countRepair(repair: RepairedSample | null): void {
    if (repair === null) {
      this.open++;
      return;
    }
    this.repaired++;
    countInto(this.states, repair.record.state);
    countInto(this.ended, repair.record.ended);
    for (const { attempts } of repair.record.rounds) {
      for (const { calls, usage, costUsd } of attempts) {
        this.calls += calls;
        this.usage = addUsage(this.usage, usage);
        const unknown = this.costUsd === null || (calls > 0 && costUsd === null);
        this.costUsd = unknown ? null : (this.costUsd ?? 0) + (costUsd ?? 0);
      }
    }
  }

  /** Samples that pass all cases after repair, by task. */
  passedAll(taskId: string): number {
    return this.sums.get(taskId)?.passedAll ?? 0;
  }

  summary(without: SuccessRates): RepairScore {
    const rates = ratesOf([...this.sums.values()]);
    const share = (count: number | undefined) => (this.samples === 0 ? null : (count ?? 0) / this.samples);
    return {
      agent: this.agent,
      rates,
      relativeIncreaseAll: relativeIncrease(without.srAll.value, rates.srAll.value),
      relativeIncreaseAny: relativeIncrease(without.srAny.value, rates.srAny.value),
      rounds: this.all.map((count, round) => ({ round, srAll: share(count), srAny: share(this.any[round]) })),
      repaired: this.repaired,
      open: this.open,
      states: sortedCounts(this.states),
      ended: sortedCounts(this.ended),
      calls: this.calls,
      usage: this.usage,
      costUsd: this.costUsd,
    };
  }
}

/** (with − without) / without: the paper's measure; null where it is not defined. */
export function relativeIncrease(without: number | null, after: number | null): number | null {
  return without === null || after === null || without === 0 ? null : (after - without) / without;
}

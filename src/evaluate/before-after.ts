/** The base model and the same with its adapter, from their evaluations. */
import type { BeforeAfter } from "../contracts/finetune.ts";
import type { Comparison, EvaluationSummary, ScoreEstimate } from "../contracts/score.ts";
import { relativeIncrease } from "./repair-board.ts";

export interface Evaluated {
  readonly folder: string;
  readonly split: BeforeAfter["split"];
  readonly before: EvaluationSummary;
  readonly after: EvaluationSummary;
  readonly comparison: Comparison;
}

export function beforeAfter({ folder, split, before, after, comparison }: Evaluated): BeforeAfter {
  const change = (of: (rates: EvaluationSummary["rates"]) => ScoreEstimate) => {
    const [first, second] = [of(before.rates).value, of(after.rates).value];
    return {
      difference: first === null || second === null ? null : second - first,
      relativeIncrease: relativeIncrease(first, second),
    };
  };
  return {
    dataset: before.dataset,
    folder,
    split,
    tasks: after.scoredTasks,
    asked: after.style ?? "chat",
    before: before.rates,
    after: after.rates,
    changes: {
      srAll: change(({ srAll }) => srAll),
      srAny: change(({ srAny }) => srAny),
      passFraction: change(({ passFraction }) => passFraction),
    },
    comparison,
    ungraded: before.samples.ungraded + after.samples.ungraded,
  };
}

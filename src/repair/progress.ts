/** How far a program comes: cases passed, and among equals the stage it fails in. */
import type { RunFeedback } from "../contracts/repair.ts";

export interface Progress {
  readonly passed: number;
  /** 0 not run, 1 does not parse, 2 does not load, 3 raises or runs out of time, 4 only values are wrong. */
  readonly stage: number;
}

export function progressOf(feedback: RunFeedback | null): Progress {
  if (feedback === null) return { passed: -1, stage: 0 };
  const { outcome, passed, cases } = feedback;
  if (outcome === "syntax-error") return { passed, stage: 1 };
  if (outcome === "import-failed") return { passed, stage: 2 };
  const wrongValues = cases.every(({ verdict }) => verdict === "passed" || verdict === "failed");
  return { passed, stage: wrongValues && cases.length > 0 ? 4 : 3 };
}

/** Whether the first came further. */
export function isBetter(first: RunFeedback | null, second: RunFeedback | null): boolean {
  const [a, b] = [progressOf(first), progressOf(second)];
  return a.passed === b.passed ? a.stage > b.stage : a.passed > b.passed;
}

export function allPassed(feedback: RunFeedback | null): boolean {
  return feedback !== null && feedback.total > 0 && feedback.passed === feedback.total;
}

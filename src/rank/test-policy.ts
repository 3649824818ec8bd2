/** Which test to ask about next: a policy gives every unasked test a key, and the highest is asked. */
import type { PassMatrix } from "./matrix.ts";
import type { Key } from "./order.ts";
import type { PruneRules, Verdict } from "./prune.ts";

/** What is known when a question is chosen. Candidates and tests are indices into the matrix. */
export interface Choice {
  readonly matrix: PassMatrix;
  /** Candidates still alive. */
  readonly candidates: readonly number[];
  /** Tests not yet asked. */
  readonly tests: readonly number[];
  readonly rules: PruneRules;
  /** How likely a candidate is the right one, up to a factor; left out: all alike. */
  readonly weightOf?: (candidate: number) => number;
  /** How often answers are wrong, from 0 up to 0.5. */
  readonly errorRate?: number;
  /** What the oracle would answer. */
  readonly answerOf?: (test: number) => Verdict;
  /** Whether a candidate passes the hidden tests. */
  readonly isCorrect?: (candidate: number) => boolean;
  readonly random: () => number;
}

export interface TestPolicy {
  readonly name: string;
  readonly summary: string;
  /** What it looks at beyond the matrix; a person's session has none of it without a reference. */
  readonly needs: readonly ("oracle" | "validation")[];
  /** One key a test, in the order of `choice.tests`. */
  keys(choice: Choice): readonly Key[];
}

/** What an answer about a test leaves of the candidates. */
import { ASSERTION, PASS, type PassMatrix } from "./matrix.ts";

export type Verdict = "yes" | "no" | "skip";

export interface PruneRules {
  /**
   * A rejected test still has a valid input: who crashes or runs out of time on it goes too. TiCoder keeps them, so
   * this is off where the paper is reproduced.
   */
  readonly dropCrashers: boolean;
  /**
   * Candidates that no answer removes. TiCoder protects those that pass the hidden tests, which makes its numbers
   * upper bounds; nobody is protected unless that is asked for.
   */
  readonly isProtected?: ((candidate: number) => boolean) | undefined;
}

/** Whether the candidate stays after `answer` to `test`. */
export function survives(
  matrix: PassMatrix,
  candidate: number,
  { test, answer }: { readonly test: number; readonly answer: Verdict },
  rules: PruneRules,
): boolean {
  if (answer === "skip" || rules.isProtected?.(candidate) === true) return true;
  const outcome = matrix.at(candidate, test);
  if (answer === "yes") return outcome === PASS;
  return rules.dropCrashers ? outcome === ASSERTION : outcome !== PASS;
}

/** The candidates that stay, in their order. */
export function prune(
  matrix: PassMatrix,
  candidates: readonly number[],
  asked: { readonly test: number; readonly answer: Verdict },
  rules: PruneRules,
): number[] {
  return candidates.filter((candidate) => survives(matrix, candidate, asked, rules));
}

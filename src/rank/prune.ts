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
  return staysAfter(matrix.at(candidate, test), answer, rules.dropCrashers);
}

function staysAfter(outcome: number, answer: Verdict, dropCrashers: boolean): boolean {
  if (answer === "skip") return true;
  if (answer === "yes") return outcome === PASS;
  return dropCrashers ? outcome === ASSERTION : outcome !== PASS;
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

/** How many candidates stay, and how many of them are such as `isCorrect` says. */
export function countSurvivors(
  matrix: PassMatrix,
  candidates: readonly number[],
  asked: { readonly test: number; readonly answer: Verdict },
  rules: PruneRules & { readonly isCorrect?: (candidate: number) => boolean },
): { readonly kept: number; readonly correct: number } {
  const outcomes = matrix.ofAllCandidates(asked.test);
  let [kept, correct] = [0, 0];
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index] ?? -1;
    const stays = staysAfter(outcomes[candidate] ?? -1, asked.answer, rules.dropCrashers);
    if (!stays && rules.isProtected?.(candidate) !== true) continue;
    kept++;
    if (rules.isCorrect?.(candidate) === true) correct++;
  }
  return { kept, correct };
}

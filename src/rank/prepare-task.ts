/** From samples and test texts to what is ranked: distinct candidates with their copies, distinct tests. */
import type { Candidate, RankingTask } from "../contracts/ranking.ts";
import type { Python } from "../python/index.ts";
import { type AssertChoice, distinctTests, readTests, type ReadTest } from "./tests/read-tests.ts";

export interface PrepareOptions {
  readonly asserts: AssertChoice;
  /** Drop candidates that read from the keyboard. */
  readonly dropInput: boolean;
}

/** Samples in their order; of equal texts the first, with the number of all. */
export function distinctCandidates(
  samples: readonly string[],
  { dropInput }: Pick<PrepareOptions, "dropInput">,
): Candidate[] {
  const copies = new Map<string, number>();
  for (const code of samples) {
    if (dropInput && /\binput\(/.test(code)) continue;
    copies.set(code, (copies.get(code) ?? 0) + 1);
  }
  return [...copies].map(([code, count], place) => ({ id: `c${place + 1}`, code, copies: count }));
}

/** The tests in some texts, distinct in what they say. */
export function testsOf(
  python: Python,
  task: RankingTask,
  texts: readonly string[],
  { asserts }: Pick<PrepareOptions, "asserts">,
): ReadTest[] {
  return distinctTests(texts.flatMap((text) => readTests(python, text, task.functionName, asserts)));
}

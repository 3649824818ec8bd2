/** What a session leaves: the ranked programs, and the approved tests as a file that pytest runs on the first of them. */
import type { RankingTask, RankingTest } from "../contracts/ranking.ts";
import { headOf } from "./tests/right-value.ts";
import { indent } from "./tests/write-test.ts";
import type { SessionResult } from "./session.ts";

export interface SessionFile {
  /** Relative to the session's folder. */
  readonly path: string;
  readonly text: string;
}

/** Files of a session; without a candidate that is left there is no solution, and the approved tests wait for one. */
export function sessionFiles(task: RankingTask, result: SessionResult): SessionFile[] {
  const digits = String(result.candidates.length).length;
  const ranked = result.candidates.map(({ id, code }, place) => ({
    path: `candidates/${String(place + 1).padStart(digits, "0")}_${id}.py`,
    text: `${code.trimEnd()}\n`,
  }));
  const [best] = result.candidates;
  const solution = best === undefined ? [] : [{ path: "solution.py", text: `${best.code.trimEnd()}\n` }];
  const tests =
    result.approved.length === 0
      ? []
      : [{ path: "test_solution.py", text: approvedTests(task, result.approved) }];
  return [...solution, ...tests, ...ranked];
}

/** A test module with every approved test under a name of its own. */
export function approvedTests({ functionName, setup }: RankingTask, tests: readonly RankingTest[]): string {
  const head = [
    `"""Tests that were approved for ${functionName}."""`,
    "",
    `from solution import ${functionName}`,
    ...(setup.trim() === "" ? [] : ["", setup.trim()]),
  ].join("\n");
  const numbered = tests.map((test, place) => named(test, `test_${functionName}_${place + 1}`));
  return `${[head, ...numbered].join("\n\n\n")}\n`;
}

function named(test: RankingTest, name: string): string {
  const code = test.code.trimEnd();
  if (headOf(test) === "") return code.replace(`def ${test.name}(`, `def ${name}(`);
  return `def ${name}():\n${indent(`${code}\n${test.name}()`)}`;
}

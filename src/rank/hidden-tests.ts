/** Hidden tests of a task in the form in which tests are run. */
import type { RankingTask, RankingTest } from "../contracts/ranking.ts";
import { testId } from "./tests/write-test.ts";

/** One a text: its `check(candidate)` called with the function, or its test function as it is. */
export function hiddenTests({ validation, functionName }: RankingTask): RankingTest[] {
  return validation.map((text) => {
    const code = text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", "    ");
    const [, name] = /^def (test\w*)\(\)/m.exec(code) ?? [];
    if (/^def check\(/m.test(code) || name === undefined) {
      const checking = `${code.trimEnd()}\n\n\ndef test_hidden():\n    check(${functionName})\n`;
      return { id: testId(checking), code: checking, name: "test_hidden", comparison: null };
    }
    const whole = `${code.trimEnd()}\n`; // as tests of the data are written: what is one test is run once
    return { id: testId(whole), code: whole, name, comparison: null };
  });
}

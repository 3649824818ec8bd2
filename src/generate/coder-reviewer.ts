/**
 * `coder-reviewer`: a coder writes task and tests, a reviewer goes through a checklist with the run's result at hand,
 * and both the review and the result go back to the coder, for a bounded number of rounds (CodeEvo, WaveCoder).
 */
import { renderTask } from "../task/index.ts";
import { checkDraft, type DraftCheck } from "./model/check-draft.ts";
import { NoDraft } from "./model/conversation.ts";
import { type Draft, fieldText } from "./model/draft.ts";
import { improveDraft, type Improved, type Improving } from "./model/improve.ts";
import { askCodeAgain, askTestsAgain, askWholeTask } from "./model/pieces.ts";
import { feedbackCalls, once } from "./model/planned-calls.ts";
import { modelGenerator } from "./model/run-generator.ts";

export const coderReviewer = modelGenerator({
  name: "coder-reviewer",
  summary: "A model writes the task, a second one reviews it with the run's result",
  calls: (rounds) => [
    once("writer", "generate/single"),
    ...feedbackCalls(Math.min(1, rounds)),
    { role: "reviewer", promptId: "generate/review", least: Math.min(1, rounds), most: rounds },
    ...feedbackCalls(rounds),
  ],
  draft: askWholeTask,
  async improve(first, improving) {
    let current = await improveDraft(first, { ...improving, rounds: Math.min(1, improving.rounds) });
    for (let round = 1; round <= improving.rounds; round++) {
      const reviewed = await reviewOnce(current, improving, round);
      if (reviewed === null) break;
      if (reviewed.check.passedCases >= current.check.passedCases) current = reviewed;
    }
    return current;
  },
});

/** The next version, or null when the reviewer approves or the review cannot be used. */
async function reviewOnce(
  { draft, check }: Improved,
  improving: Improving,
  round: number,
): Promise<Improved | null> {
  const { asking, context, toTask } = improving;
  try {
    const review = await asking.conversation.ask({
      role: "reviewer",
      promptId: "generate/review",
      piece: "review",
      round,
      values: {
        requirement: draft.requirement,
        program: renderTask(toTask(draft)).text,
        result: resultText(check),
      },
    });
    if (fieldText(review["verdict"]).trim().toLowerCase() === "approve") return null;
    const codeProblems = linesOf(fieldText(review["code_problems"]));
    const testProblems = linesOf(fieldText(review["test_problems"]));
    let next: Draft = draft;
    if (codeProblems.length > 0) next = await askCodeAgain(asking, next, codeProblems, round);
    if (testProblems.length > 0) next = await askTestsAgain(asking, next, testProblems, round);
    return next === draft
      ? null
      : { draft: next, check: await checkDraft(toTask(next), context, asking.python) };
  } catch (error) {
    if (error instanceof NoDraft) return null;
    throw error;
  }
}

/** Faults of the machine are left out: a reviewer would take them for faults of the program. */
function resultText({ stage, problems, passedCases }: DraftCheck): string {
  const own = problems.filter(({ side }) => side !== "environment");
  if (own.length === 0) return stage === "run" ? `${passedCases} of 3 cases passed.` : "It was not run.";
  return own.map(({ text }) => `- ${text}`).join("\n");
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*[-*]\s*/, "").trim())
    .filter((line) => line !== "" && !/^(none|n\/a|nothing)\.?$/i.test(line));
}

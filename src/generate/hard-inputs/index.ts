/**
 * `hard-inputs`: a task by pieces, whose correctness case is then made harder. A model writes a validator and three
 * generators of inputs; what the validator allows is given to the function and to further samples of it; values that
 * two solutions agree on become plain asserts (HardTestGen).
 */
import type { GenerateContext } from "../../contracts/generator.ts";
import { checkDraft } from "../model/check-draft.ts";
import { NoDraft } from "../model/conversation.ts";
import type { Draft } from "../model/draft.ts";
import { improveDraft, type Improved, type Improving } from "../model/improve.ts";
import { feedbackCalls, pieceCalls, upTo } from "../model/planned-calls.ts";
import { modelGenerator } from "../model/run-generator.ts";
import { piecewiseDraft } from "../piecewise.ts";
import { addAsserts } from "./asserts.ts";
import { askInputs, type HardInput } from "./inputs.ts";
import { type Agreement, agreeOnValues } from "./solutions.ts";

const CASES = 3;

export const hardInputs = modelGenerator({
  name: "hard-inputs",
  summary:
    "piecewise, then inputs on which careless programs go wrong, with values that two solutions agree on",
  calls: (rounds) => [
    ...pieceCalls,
    ...feedbackCalls(rounds),
    upTo(1, "test-writer", "generate/hard-inputs"),
    upTo(4, "writer", "generate/implementation"),
  ],
  draft: piecewiseDraft,
  async improve(first, improving) {
    const improved = await improveDraft(first, improving);
    if (improved.check.passedCases < CASES) return improved; // a function that fails its own tests proves nothing
    return (await hardened(improved, improving)) ?? improved;
  },
});

/** The same task with more asserts, or null when none could be won. */
async function hardened({ draft }: Improved, improving: Improving): Promise<Improved | null> {
  const { asking, context, toTask } = improving;
  const program = { draft, task: toTask(draft) };
  let inputs: readonly HardInput[];
  let agreement: Agreement;
  try {
    inputs = await askInputs(asking, program, context);
    if (inputs.length === 0) return null;
    agreement = await agreeOnValues(program, inputs, improving);
  } catch (error) {
    if (error instanceof NoDraft) return null; // no usable inputs: the task stays as it is
    throw error;
  }
  const correctness = addAsserts(draft, agreement.values, asking.python);
  const notes = { hardInputs: { inputs: inputs.length, ...agreement.counts } };
  const next: Draft = { ...draft, notes, cases: { ...draft.cases, correctness } };
  return await keptIfPassing(next, improving, context);
}

async function keptIfPassing(
  draft: Draft,
  { asking, toTask }: Improving,
  context: GenerateContext,
): Promise<Improved | null> {
  const check = await checkDraft(toTask(draft), context, asking.python);
  const problems = check.problems.map(({ text }) => text);
  asking.conversation.judge(["inputs"], check.passedCases === CASES ? "kept" : "run-failed", problems);
  return check.passedCases === CASES ? { draft, check } : null;
}

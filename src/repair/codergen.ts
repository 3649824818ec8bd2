/**
 * `codergen`: the agent of the paper. Traceback to category, line and cause; suggestions, which a person may choose
 * from; a new version by the suggestions; test; again. Source: CoderGen in "AICoderEval" (arXiv 2406.04712).
 */
import type { Attempt } from "../contracts/attempt.ts";
import type { FailureAnalysis, RepairContext, RepairRequest } from "../contracts/repair.ts";
import { askRepairer, fieldItems, fieldText } from "./ask.ts";
import { withInstalledNames } from "./installed-names.ts";
import { failureText, triedText } from "./failure-text.ts";
import { type Proposal, repairAgent, type RepairState } from "./loop.ts";

const MOST_SUGGESTIONS = 6;

export const codergen = repairAgent({
  name: "codergen",
  summary: "The paper's agent: category, line and cause, suggestions to choose from, a new version, test",
  asks: { "repair/suggest": 1, "repair/regenerate": 1 },
  start: (request, context, python) => async (state) => {
    const analysis = await withInstalledNames(state.parent.analysis, state.parent.code, { context, python });
    return await propose(request, context, { ...state, parent: { ...state.parent, analysis } });
  },
});

async function propose(
  request: RepairRequest,
  context: RepairContext,
  state: RepairState,
): Promise<Proposal> {
  const { parent, tried } = state;
  const failure = failureText(parent.code, parent.feedback, request);
  const suggested = await suggest(request, context, state, failure);
  const approved =
    context.approve === undefined
      ? suggested.analysis.suggestions
      : await context.approve(suggested.analysis);
  if (approved === null) return { state: "declined", attempts: suggested.attempts };
  const answer = await askRepairer(context, {
    promptId: "repair/regenerate",
    piece: "repair",
    round: state.round,
    feedback: failure,
    sampleIndex: tried.length,
    values: {
      instruction: request.instruction,
      name: request.functionName,
      code: parent.code,
      failure,
      suggestions: approved.length === 0 ? "- (none)" : approved.map((text) => `- ${text}`).join("\n"),
      tried: triedText(tried),
    },
  });
  const attempts = [...suggested.attempts, answer.attempt];
  if (answer.fields === null) return { state: "unusable", attempts };
  return { state: "proposed", text: fieldText(answer.fields["code"]), attempts };
}

/** The analysis with the model's suggestions before the analyser's own; without them where the answer is no use. */
async function suggest(
  request: RepairRequest,
  context: RepairContext,
  { parent, tried, round }: RepairState,
  failure: string,
): Promise<{ readonly analysis: FailureAnalysis; readonly attempts: Attempt[] }> {
  const { analysis, code } = parent;
  const answer = await askRepairer(context, {
    promptId: "repair/suggest",
    piece: "suggestions",
    round,
    feedback: failure,
    sampleIndex: tried.length,
    values: {
      instruction: request.instruction,
      code,
      failure,
      hints: analysis.suggestions.map((text) => `- ${text}`).join("\n"),
    },
  });
  const own = fieldItems(answer.fields?.["suggestions"]);
  const all = [...new Set([...own, ...analysis.suggestions])].slice(0, MOST_SUGGESTIONS);
  return { analysis: { ...analysis, suggestions: all }, attempts: [answer.attempt] };
}

/** A repair agent of your own: it shows the failing program with what an analyser suggests, and takes the answer. */
import { askRepairer, fieldText } from "../../src/repair/ask.ts";
import { failureText } from "../../src/repair/failure-text.ts";
import { repairAgent } from "../../src/repair/loop.ts";

export const hintsOnly = repairAgent({
  name: "hints-only",
  summary: "The analyser's suggestions and one answer a round",
  asks: { "repair/regenerate": 1 },
  start: (request, context) => async (state) => {
    const { parent, round, tried } = state;
    const failure = failureText(parent.code, parent.feedback, request);
    const answer = await askRepairer(context, {
      promptId: "repair/regenerate",
      piece: "repair",
      round,
      feedback: failure,
      sampleIndex: tried.length,
      values: {
        instruction: request.instruction,
        name: request.functionName,
        code: parent.code,
        failure,
        suggestions: parent.analysis.suggestions.map((text) => `- ${text}`).join("\n"),
        tried: "Nothing was tried yet.",
      },
    });
    const attempts = [answer.attempt];
    if (answer.fields === null) return { state: "unusable", attempts };
    return { state: "proposed", text: fieldText(answer.fields["code"]), attempts };
  },
});

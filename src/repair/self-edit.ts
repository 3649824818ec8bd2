/**
 * `self-edit`: the run's result as a comment under the program, and one edit. Source: Zhang et al., "Self-Edit:
 * Fault-Aware Code Editor for Code Generation" (ACL 2023).
 */
import { askRepairer, fieldText } from "./ask.ts";
import { failureText } from "./failure-text.ts";
import { repairAgent } from "./loop.ts";

export const selfEdit = repairAgent({
  name: "self-edit",
  summary: "The run's result as a comment under the program, and one edit",
  mostRounds: 1,
  asks: { "repair/self-edit": 1 },
  start: (request, context) => async (state) => {
    const { parent, round, tried } = state;
    const failure = failureText(parent.code, parent.feedback, request);
    const answer = await askRepairer(context, {
      promptId: "repair/self-edit",
      piece: "repair",
      round,
      feedback: failure,
      sampleIndex: tried.length,
      values: {
        instruction: request.instruction,
        name: request.functionName,
        commented: `${parent.code}\n\n${comment(failure)}`,
      },
    });
    const attempts = [answer.attempt];
    if (answer.fields === null) return { state: "unusable", attempts };
    return { state: "proposed", text: fieldText(answer.fields["code"]), attempts };
  },
});

function comment(failure: string): string {
  return failure.replaceAll(/^/gm, "# ").replaceAll(/^# $/gm, "#");
}

/**
 * `piecewise`: one piece a question. Requirement, then imports, header and docstring, then the implementation and,
 * apart from it, the tests: their writer sees requirement and docstring, not the unverified code (AICoderEval's
 * function calls; "Incorrect code misleads test generation").
 */
import type { Draft } from "./model/draft.ts";
import {
  type Asking,
  askImplementation,
  askRequirement,
  askSignature,
  askTests,
  headerOf,
} from "./model/pieces.ts";
import { feedbackCalls, pieceCalls } from "./model/planned-calls.ts";
import { modelGenerator } from "./model/run-generator.ts";

export const piecewise = modelGenerator({
  name: "piecewise",
  summary: "A model writes one piece after another; the tests are written without seeing the code",
  calls: (rounds) => [...pieceCalls, ...feedbackCalls(rounds)],
  draft: piecewiseDraft,
});

/** A task by pieces. */
export async function piecewiseDraft(asking: Asking): Promise<Draft> {
  const requirement = await askRequirement(asking);
  const header = await askSignature(asking, requirement);
  const implementation = await askImplementation(asking, header);
  const tests = await askTests(asking, header);
  const signature = headerOf(implementation.code, header.functionName, asking.python);
  return { ...header, ...implementation, signature, ...tests };
}

/**
 * The traceback analyser: from a failure to its category, the line of the program that is to blame, why, and what to
 * change. Pure; the same for a run of the sandbox, one cause of it, and the text of any traceback.
 */
import type { Cause, Outcome } from "../../contracts/execution.ts";
import type { FailureAnalysis, RunFeedback } from "../../contracts/repair.ts";
import type { AnalysedProgram } from "./blame.ts";
import { describeFailure } from "./describe-failure.ts";

/** What is known of one failure. */
export interface Evidence {
  readonly outcome: Outcome | null;
  readonly cause: Cause;
  /** What the program printed: warnings are read out of it. */
  readonly output: string;
}

/** Categories that say nothing about the program. */
const NOT_CHARGED = new Set<FailureAnalysis["category"]>(["environment", "install", "harness"]);

/** Whether the program is to blame; an environment that lacks something, and the harness, are not its fault. */
export function isProgramFault({ category, code }: Pick<FailureAnalysis, "category" | "code">): boolean {
  return code === "tampered" || !NOT_CHARGED.has(category);
}

/**
 * Why a program failed; null when all of its cases passed. Of several failures the first that is the program's own
 * and names a line of it.
 * @param failure A run's result, one cause of it, or the text of a traceback.
 * @param program Lines of the failure count in its code; lines beyond are the tests.
 */
export function analyseFailure(
  failure: RunFeedback | Cause | string,
  program: AnalysedProgram,
): FailureAnalysis | null {
  const analyses = evidenceOf(failure).map((evidence) => describeFailure(evidence, program));
  const own = analyses.filter(isProgramFault);
  return own.find(({ line }) => line !== null) ?? own[0] ?? analyses[0] ?? null;
}

/** An analysis of every failed case, by the case's name. */
export function analyseCases(
  feedback: RunFeedback,
  program: AnalysedProgram,
): { readonly name: string; readonly analysis: FailureAnalysis }[] {
  return feedback.cases.flatMap((result) => {
    const cause = result.verdict === "passed" ? null : (result.cause ?? feedback.cause);
    if (cause === null) return [];
    const evidence = { outcome: feedback.outcome, cause, output: result.output.text };
    return [{ name: result.name, analysis: describeFailure(evidence, program) }];
  });
}

function evidenceOf(failure: RunFeedback | Cause | string): Evidence[] {
  if (typeof failure === "string") return [{ outcome: null, cause: rawCause(failure), output: failure }];
  if ("traceback" in failure) return [{ outcome: null, cause: failure, output: "" }];
  const { outcome, cases } = failure;
  const failed = cases.flatMap(({ verdict, cause, output }) =>
    verdict === "passed" || cause === null ? [] : [{ outcome, cause, output: output.text }],
  );
  if (failed.length > 0 || failure.cause === null) return failed;
  return [{ outcome, cause: failure.cause, output: "" }];
}

/** A text of which nothing else is known. */
function rawCause(traceback: string): Cause {
  return {
    stage: "case",
    code: "exception",
    exception: null,
    message: "",
    line: null,
    lineText: null,
    traceback,
  };
}

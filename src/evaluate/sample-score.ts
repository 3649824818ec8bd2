/** What one sample's verdict means for the scores: cases passed, with and without what says little about the model. */
import type { SampleVerdict } from "../contracts/evaluation.ts";
import type { CaseResult, Cause } from "../contracts/execution.ts";

export interface SampleScore {
  readonly passed: number;
  readonly total: number;
  /** Of the cases that no stub of the function passes. */
  readonly strongPassed: number;
  readonly strongTotal: number;
  /** Cases that ended without judging: skipped, or nothing asserted. */
  readonly skipped: number;
  /** Code of the environment's fault that kept it from passing; null where there was none. */
  readonly environmentFault: string | null;
  /** Why it did not pass all cases: the first cause; null when it did. */
  readonly cause: Cause | null;
}

/** Files, modules, networks and disks that are not there, and programs that this machine could not run. */
const ENVIRONMENT_CODES: ReadonlySet<string> = new Set([
  "network",
  "missing-asset",
  "missing-module",
  "disk",
  "install-failed",
  "only-environment-error",
  "no-gpu",
]);

const SKIP_CODES: ReadonlySet<string> = new Set([
  "skipped",
  "no-assertion-executed",
  "only-environment-error",
]);

/** An answer that holds no program passes nothing. */
export function scoreWithoutProgram(caseNames: readonly string[], vacuous: ReadonlySet<string>): SampleScore {
  const strongTotal = caseNames.filter((name) => !vacuous.has(name)).length;
  const nothing = { passed: 0, strongPassed: 0, skipped: 0, environmentFault: null, cause: null };
  return { ...nothing, total: caseNames.length, strongTotal };
}

/** @param vacuous Names of cases that a stub passes. */
export function scoreOf(
  verdict: Pick<SampleVerdict, "cases" | "cause">,
  vacuous: ReadonlySet<string>,
): SampleScore {
  const { cases } = verdict;
  const strong = cases.filter(({ name }) => !vacuous.has(name));
  const unpassed = cases.find((result) => !isPassed(result));
  const faults = cases.flatMap((result) =>
    isPassed(result) ? [] : [faultOf(result.cause ?? verdict.cause)],
  );
  return {
    passed: cases.filter(isPassed).length,
    total: cases.length,
    strongPassed: strong.filter(isPassed).length,
    strongTotal: strong.length,
    skipped: cases.filter(
      ({ verdict: word, cause }) => word === "not-run" && SKIP_CODES.has(cause?.code ?? ""),
    ).length,
    environmentFault: faults.find((fault) => fault !== null) ?? null,
    cause: unpassed === undefined ? null : (unpassed.cause ?? verdict.cause),
  };
}

export function isPassed({ verdict }: Pick<CaseResult, "verdict">): boolean {
  return verdict === "passed";
}

/** Whether a cause is the environment's: nothing the program says can be judged by it. */
export function faultOf(cause: Cause | null): string | null {
  return cause !== null && ENVIRONMENT_CODES.has(cause.code) ? cause.code : null;
}

/** "stage/code" or "stage/code: exception", as counts of causes name it. */
export function causeName(cause: Cause | null): string {
  if (cause === null) return "unknown";
  const { stage, code, exception } = cause;
  return `${stage}/${code}${exception === null ? "" : `: ${exception.replace(/^builtins\./, "")}`}`;
}

/** One task through the sandbox: first run with stubs, reruns with other hash seeds, then its tier. */
import type { RealisedEnvironment } from "../contracts/environment.ts";
import type { CaseResult, Cause, Output, Tier, Verdict, VerifyRecord } from "../contracts/execution.ts";
import type { VerifyReport } from "../contracts/sandbox.ts";
import type { Task } from "../contracts/task.ts";
import type { VerifyContext, VerifyPlan, VerifySettings } from "./verify.ts";

/**
 * @throws ToolkitError `sandbox-failure` when the sandbox, not the task, broke.
 */
export async function verifyTask(
  task: Task,
  realised: RealisedEnvironment,
  plan: VerifyPlan,
  context: Pick<VerifyContext, "sandbox" | "toProgram" | "signal">,
): Promise<VerifyRecord> {
  const { settings } = plan;
  const { environment } = realised;
  const base = {
    taskId: task.id,
    documentId: task.documentId,
    environmentId: environment.id,
    backend: context.sandbox.backend,
    isolated: context.sandbox.isolated,
  };
  if (environment.state === "install-failed")
    return { ...base, ...installFailed(task, environment.reason ?? "") };
  const run = (hashSeed: number, stubs: boolean) =>
    context.sandbox.verify(realised, verifyJob(task, hashSeed, stubs, { settings, context }), context.signal);
  const first = await run(0, settings.stubs);
  const reruns: VerifyRecord["reruns"] = [];
  if (first.cases.some((result) => result.verdict === "passed")) {
    for (let hashSeed = 1; hashSeed <= settings.reruns; hashSeed++) {
      const again = await run(hashSeed, false);
      reruns.push({ hashSeed, verdicts: again.cases.map((result) => result.verdict) });
    }
  }
  const cases = first.cases.map(stableCase);
  const flakyCases = cases
    .filter((result, index) => changes(result.verdict, reruns, index))
    .map(({ name }) => name);
  const passed = tierByVerdicts(cases);
  const notVerified = passed === "all" ? weaknesses(cases, flakyCases, plan) : [];
  const tier = passed === "all" && notVerified.length === 0 ? "verified" : passed;
  return {
    ...base,
    channel: first.channel,
    tier,
    outcome: first.outcome,
    cause: stableCause(first.cause),
    cases,
    reruns,
    flakyCases,
    notVerified,
  };
}

function verifyJob(
  task: Task,
  hashSeed: number,
  stubs: boolean,
  { settings, context }: { settings: VerifySettings; context: Pick<VerifyContext, "toProgram"> },
) {
  return {
    kind: "verify" as const,
    program: context.toProgram(task),
    cases: task.cases.map(({ kind, name }) => ({ kind, name })),
    stubs,
    hashSeed,
    limits: settings.limits,
  };
}

/** `any` when at least one case passed, `all` when every case did; a task without cases is in `none`. */
export function tierByVerdicts(cases: readonly { readonly verdict: Verdict }[]): Tier {
  const passed = cases.filter(({ verdict }) => verdict === "passed").length;
  if (passed === 0) return "none";
  return passed === cases.length ? "all" : "any";
}

/** Short reasons that keep a task with passed cases out of `verified`. */
function weaknesses(cases: readonly CaseResult[], flaky: readonly string[], plan: VerifyPlan): string[] {
  const { settings, duplicateOf } = plan;
  const reasons: string[] = [];
  if (duplicateOf !== null) reasons.push("duplicate");
  if (flaky.length > 0) reasons.push("flaky");
  if (cases.some(({ vacuousUnder }) => vacuousUnder.length > 0)) reasons.push("vacuous-case");
  if (!settings.stubs) reasons.push("stubs-not-run");
  if (settings.reruns < 1) reasons.push("reruns-not-run");
  return reasons;
}

function changes(verdict: Verdict, reruns: VerifyRecord["reruns"], index: number): boolean {
  return reruns.some(({ verdicts }) => verdicts[index] !== verdict);
}

function installFailed(
  task: Task,
  reason: string,
): Pick<
  VerifyRecord,
  "channel" | "tier" | "outcome" | "cause" | "cases" | "reruns" | "flakyCases" | "notVerified"
> {
  const cause: Cause = {
    stage: "install",
    code: "install-failed",
    exception: null,
    message: reason,
    line: null,
    lineText: null,
    traceback: "",
  };
  const cases = task.cases.map(({ kind, name }) => ({
    kind,
    name,
    verdict: "not-run" as const,
    cause,
    assertionsWritten: 0,
    assertionsExecuted: 0,
    output: { text: "", totalBytes: 0 },
    vacuousUnder: [],
  }));
  return {
    channel: "shared",
    tier: "none",
    outcome: "install-failed",
    cause,
    cases,
    reruns: [],
    flakyCases: [],
    notVerified: [],
  };
}

/** Memory addresses differ from run to run and say nothing: the same run must give the same record. */
function stableText(text: string): string {
  return text.replaceAll(/\b0x[0-9a-f]{6,16}\b/gi, "0x…");
}

function stableCause(cause: Cause | null): Cause | null {
  return cause && { ...cause, message: stableText(cause.message), traceback: stableText(cause.traceback) };
}

function stableOutput(output: Output): Output {
  return { ...output, text: stableText(output.text) };
}

function stableCase(result: VerifyReport["cases"][number]): CaseResult {
  return { ...result, cause: stableCause(result.cause), output: stableOutput(result.output) };
}

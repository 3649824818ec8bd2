/**
 * The cases of a candidate, each as a job of its own: what the harness learns of one case (a failed assertion
 * with the value that was expected) must not be in the memory that the next case's process is made from.
 */
import type { CaseResult } from "../src/contracts/execution.ts";
import type { VerifyJob, VerifyReport } from "../src/contracts/sandbox.ts";

type RunOne = (job: VerifyJob) => Promise<VerifyReport>;

/**
 * The report of all cases, as if they had been one job. A program that cannot be loaded is tried once; after that
 * cases are asked for together, so that an endless one holds nobody up whom a free worker could serve.
 */
export async function runCasesApart(job: VerifyJob, runOne: RunOne): Promise<VerifyReport> {
  const [first, ...others] = job.cases.map((one) => ({ ...job, cases: [one] }));
  if (first === undefined) return runOne(job);
  const report = await runOne(first);
  const rest = isUnloadable(report)
    ? others.map(({ cases: [one] }) => repeated(report, one as VerifyJob["cases"][number]))
    : await Promise.all(others.map(runOne));
  const reports = [report, ...rest];
  const ended = reports.find(({ outcome }) => outcome !== "completed");
  const sum = (value: (report: VerifyReport) => number) =>
    reports.reduce((total, report) => total + value(report), 0);
  return {
    kind: "verify",
    outcome: ended?.outcome ?? "completed",
    cause: ended?.cause ?? null,
    cases: reports.flatMap(({ cases }) => cases),
    durationMs: sum(({ durationMs }) => durationMs),
    channel: reports.every(({ channel }) => channel === "separate") ? "separate" : "shared",
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
  };
}

/** Whether a program ended before its case was reached. */
function isUnloadable({ outcome, cases }: VerifyReport): boolean {
  return outcome !== "completed" && cases[0]?.verdict === "not-run";
}

function repeated(report: VerifyReport, { kind, name }: VerifyJob["cases"][number]): VerifyReport {
  const output = { text: "", totalBytes: 0 };
  const cases = report.cases.map((result): CaseResult => ({ ...result, kind, name, output }));
  return { ...report, cases, durationMs: 0, cpuSeconds: 0 };
}

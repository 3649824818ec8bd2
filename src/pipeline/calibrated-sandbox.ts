/**
 * Runs candidates with the least CPU limit first; a case that needs more gets it where the reference needs much. The
 * reference is measured only then, once a case. So a slow machine changes no verdict and fast programs cost nothing extra.
 */
import type { RealisedEnvironment } from "../contracts/environment.ts";
import type { CaseResult } from "../contracts/execution.ts";
import type { Limits, Sandbox, VerifyJob, VerifyReport } from "../contracts/sandbox.ts";
import { retrySandbox } from "./retry-sandbox.ts";

const WALL_PER_CPU_SECOND = 10;

export interface Calibration {
  /** `cpuSeconds` is the least a case gets. */
  readonly limits: Limits;
  /** CPU time a case may use, in multiples of the reference's. */
  readonly cpuFactor: number;
}

export interface CandidateRun {
  /** Names the task: references are remembered under it. */
  readonly taskId: string;
  readonly environment: RealisedEnvironment;
  job(limits: Limits): VerifyJob;
  /** The reference's job; null when there is none. */
  referenceJob(limits: Limits): VerifyJob | null;
}

export class CalibratedSandbox {
  /** CPU seconds of the references that were needed so far; null for a case without one that passes. */
  private readonly references = new Map<string, Promise<number | null>>();

  constructor(
    private readonly sandbox: Sandbox,
    private readonly calibration: Calibration,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * The report of all cases.
   * @throws SandboxGaveUp when the sandbox broke three times.
   */
  async run(run: CandidateRun): Promise<VerifyReport> {
    const job = run.job(this.limitsFor(this.calibration.limits.cpuSeconds));
    const first = await this.verify(run.environment, job);
    if (first.outcome !== "timeout") return first;
    const slow = first.cases.filter(({ verdict }) => verdict === "timeout").map(({ name }) => name);
    if (slow.length === 0) return this.again(run, job.cases, first);
    let report = first;
    for (const name of slow) {
      const again = await this.again(
        run,
        job.cases.filter((one) => one.name === name),
        null,
      );
      if (again !== null) report = merged(report, again);
    }
    return report;
  }

  /** Some cases with the limit that their reference earns; `otherwise` where that is no more than they had. */
  private async again<Otherwise>(
    run: CandidateRun,
    cases: VerifyJob["cases"],
    otherwise: Otherwise,
  ): Promise<VerifyReport | Otherwise> {
    const { limits, cpuFactor } = this.calibration;
    const [case_] = cases;
    const reference = case_ === undefined ? null : await this.referenceSeconds(run, case_);
    const allowed = Math.max(limits.cpuSeconds, cpuFactor * (reference ?? 0));
    if (allowed <= limits.cpuSeconds) return otherwise;
    return this.verify(run.environment, { ...run.job(this.limitsFor(allowed)), cases });
  }

  private referenceSeconds(run: CandidateRun, case_: VerifyJob["cases"][number]): Promise<number | null> {
    const key = `${run.taskId}\n${case_.name}`;
    const known = this.references.get(key);
    if (known !== undefined) return known;
    const { limits, cpuFactor } = this.calibration;
    const job = run.referenceJob(this.limitsFor(limits.cpuSeconds * cpuFactor));
    const measured =
      job === null
        ? Promise.resolve(null)
        : this.verify(run.environment, { ...job, cases: [case_] }).then((report) =>
            report.cases[0]?.verdict === "passed" ? report.cpuSeconds : null,
          );
    this.references.set(key, measured);
    measured.catch(() => this.references.delete(key)); // a broken sandbox says nothing about the reference
    return measured;
  }

  private limitsFor(cpuSeconds: number): Limits {
    const { limits } = this.calibration;
    return {
      ...limits,
      cpuSeconds,
      wallSeconds: Math.max(limits.wallSeconds, WALL_PER_CPU_SECOND * cpuSeconds),
    };
  }

  private verify(environment: RealisedEnvironment, job: VerifyJob): Promise<VerifyReport> {
    return retrySandbox(() => this.sandbox.verify(environment, job, this.signal), this.signal);
  }
}

/** A report in which the cases of `again` stand in the place of the earlier ones. */
function merged(report: VerifyReport, again: VerifyReport): VerifyReport {
  const newer = new Map(again.cases.map((result) => [result.name, result]));
  const cases = report.cases.map((result): CaseResult => newer.get(result.name) ?? result);
  const still = cases.find(({ verdict }) => verdict === "timeout");
  return {
    ...report,
    outcome: still === undefined ? again.outcome : "timeout",
    cause: still?.cause ?? again.cause,
    cases,
    channel: cases.every(({ channel }) => channel === "separate") ? "separate" : report.channel,
    durationMs: report.durationMs + again.durationMs,
    cpuSeconds: report.cpuSeconds + again.cpuSeconds,
  };
}

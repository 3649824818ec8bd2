/** Grades programs of tasks, each program once: verdicts are kept by the content of all that they depend on. */
import type { EnvironmentManager, RealisedEnvironment } from "../../contracts/environment.ts";
import type { EvaluationTask } from "../../contracts/evaluation-task.ts";
import type { SampleVerdict } from "../../contracts/evaluation.ts";
import type { CaseResult, Cause } from "../../contracts/execution.ts";
import type { Sandbox, VerifyReport } from "../../contracts/sandbox.ts";
import { candidateJob, stubJob } from "../../evaluate/verify-job.ts";
import type { EvaluationStore } from "../../io/evaluation-store.ts";
import { hashValue, sha256 } from "../../util/hash.ts";
import { truncateMiddle } from "../../util/truncate.ts";
import { CalibratedSandbox, type Calibration } from "../calibrated-sandbox.ts";
import { retrySandbox } from "../retry-sandbox.ts";

const KEPT_OUTPUT_CHARS = 2_000;

export interface GraderContext {
  readonly store: EvaluationStore;
  readonly sandbox: Sandbox;
  readonly environments: EnvironmentManager;
  readonly calibration: Calibration;
  /** Names the code that judges: another version grades again. */
  readonly graderVersion: string;
  /** Whose time it is: a model's label, or "references". */
  readonly label: string;
  readonly signal: AbortSignal;
}

export class CandidateGrader {
  private readonly calibrated: CalibratedSandbox;
  private readonly judgeHashes = new Map<string, Promise<string>>();
  private readonly inWork = new Map<string, Promise<SampleVerdict>>();

  constructor(private readonly context: GraderContext) {
    this.calibrated = new CalibratedSandbox(context.sandbox, context.calibration, context.signal);
  }

  /** Everything that a verdict on this task depends on, but for the program. */
  judgeHash(task: EvaluationTask): Promise<string> {
    const known = this.judgeHashes.get(task.id);
    if (known !== undefined) return known;
    const made = this.makeJudgeHash(task);
    this.judgeHashes.set(task.id, made);
    made.catch(() => this.judgeHashes.delete(task.id));
    return made;
  }

  /**
   * The verdict on a program: from the store, or taken now and kept.
   * @throws SandboxGaveUp when the sandbox, not the program, broke.
   */
  async grade(task: EvaluationTask, program: string): Promise<SampleVerdict> {
    const key = sha256(`${await this.judgeHash(task)}\n${program}`);
    const { verdicts } = this.context.store;
    if (verdicts.has(key)) return (await verdicts.get(key)) as SampleVerdict;
    const running = this.inWork.get(key) ?? this.take(task, program, key);
    this.inWork.set(key, running);
    try {
      return await running;
    } finally {
      this.inWork.delete(key);
    }
  }

  /** Names of the cases that a stub of the function passes; null when that could not be found out. */
  async vacuousCases(task: EvaluationTask, reference: string): Promise<string[] | null> {
    const { sandbox, calibration, signal } = this.context;
    const environment = await this.environment(task);
    const job = stubJob(task, reference, calibration.limits);
    const report = await retrySandbox(() => sandbox.verify(environment, job, signal), signal);
    if (report.cases.some(({ verdict }) => verdict !== "passed")) return null;
    return report.cases.filter(({ vacuousUnder }) => vacuousUnder.length > 0).map(({ name }) => name);
  }

  environment(task: EvaluationTask): Promise<RealisedEnvironment> {
    return this.context.environments.resolve(task.requirements, this.context.signal);
  }

  private async makeJudgeHash(task: EvaluationTask): Promise<string> {
    const { environment } = await this.environment(task);
    const { calibration, graderVersion, sandbox } = this.context;
    const { judge, functionName, reference } = task;
    const { id, pythonVersion } = environment;
    return hashValue([
      { judge, functionName, reference: sha256(reference ?? "") },
      { id, pythonVersion, isolated: sandbox.isolated },
      { limits: calibration.limits, cpuFactor: calibration.cpuFactor, graderVersion },
    ]);
  }

  private async take(task: EvaluationTask, program: string, key: string): Promise<SampleVerdict> {
    const environment = await this.environment(task);
    const { reference } = task;
    const report = await this.calibrated.run({
      taskId: task.id,
      environment,
      job: (limits) => candidateJob(task, program, limits),
      referenceJob: (limits) => (reference === null ? null : candidateJob(task, reference, limits)),
    });
    const verdict = verdictOf(report, { key, taskId: task.id, environmentId: environment.environment.id });
    await this.context.store.verdicts.append(verdict);
    await this.context.store.noteTime(this.context.label, { cpuSeconds: report.cpuSeconds });
    return verdict;
  }
}

function verdictOf(
  { outcome, cause, channel, cases }: VerifyReport,
  name: Pick<SampleVerdict, "key" | "taskId" | "environmentId">,
): SampleVerdict {
  return { ...name, outcome, cause: cause && stable(cause), channel, cases: cases.map(stableCase) };
}

/** Addresses differ from run to run and say nothing. */
function stable(cause: Cause): Cause {
  return { ...cause, message: stableText(cause.message), traceback: stableText(cause.traceback) };
}

function stableCase(result: CaseResult): CaseResult {
  const { cause, output } = result;
  const text = truncateMiddle(stableText(output.text), KEPT_OUTPUT_CHARS);
  return { ...result, cause: cause && stable(cause), output: { ...output, text } };
}

function stableText(text: string): string {
  return text.replaceAll(/\b0x[0-9a-f]{6,16}\b/gi, "0x…");
}

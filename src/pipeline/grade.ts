/** Grades samples one after another in their order, several at one time, holding only a window of them. */
import type { z } from "zod";
import type { RealisedEnvironment } from "../contracts/environment.ts";
import type { Cause } from "../contracts/execution.ts";
import { type GradeRecord, type Problem, type Sample, sampleSchema } from "../contracts/grade.ts";
import type { Limits, Sandbox, VerifyReport } from "../contracts/sandbox.ts";
import { describeError } from "../errors.ts";
import { gradingJob, referenceOf } from "../evaluate/grading-job.ts";
import { mayBeFenced, solutionCode } from "../evaluate/solution-code.ts";
import { loadPython } from "../python/index.ts";
import { describeIssue } from "../util/describe-issue.ts";
import { placed } from "../util/validate.ts";
import { CalibratedSandbox } from "./calibrated-sandbox.ts";
import { SandboxGaveUp } from "./retry-sandbox.ts";

/** Samples in work or waiting for their turn to be given out, for each worker. */
const WINDOW_PER_WORKER = 8;

export interface GradeContext {
  readonly sandbox: Sandbox;
  readonly environment: RealisedEnvironment;
  readonly problems: ReadonlyMap<string, Problem>;
  /** `cpuSeconds` is the least a sample gets; a slower reference raises it. */
  readonly limits: Limits;
  /** CPU time a sample may use, in multiples of the reference's. */
  readonly cpuFactor: number;
  readonly workers: number;
  readonly signal: AbortSignal;
}

/** One record for every line, in the order of the lines. */
export async function* gradeLines(
  lines: AsyncIterable<unknown>,
  context: GradeContext,
): AsyncGenerator<GradeRecord> {
  const grader = new Grader(context);
  const window: Promise<GradeRecord>[] = [];
  let index = 0;
  try {
    for await (const line of lines) {
      context.signal.throwIfAborted();
      const graded = grader.grade(line, index++);
      graded.catch(() => undefined); // thrown when its turn comes
      window.push(graded);
      if (window.length >= context.workers * WINDOW_PER_WORKER)
        yield await (window.shift() as Promise<GradeRecord>);
    }
    while (window.length > 0) yield await (window.shift() as Promise<GradeRecord>);
  } finally {
    await Promise.allSettled(window);
  }
}

class Grader {
  readonly #context: GradeContext;
  readonly #sandbox: CalibratedSandbox;

  constructor(context: GradeContext) {
    this.#context = context;
    this.#sandbox = new CalibratedSandbox(context.sandbox, context, context.signal);
  }

  async grade(line: unknown, index: number): Promise<GradeRecord> {
    const parsed = sampleSchema.safeParse(line);
    if (!parsed.success) {
      return ungraded(
        taskIdOf(line),
        index,
        "invalid-sample",
        `not a sample: ${faultsOf(line, parsed.error)}`,
      );
    }
    const problem = this.#context.problems.get(parsed.data.task_id);
    if (problem === undefined) {
      const reason = `the dataset has no task ${parsed.data.task_id}`;
      return ungraded(parsed.data.task_id, index, "unknown-task", reason);
    }
    try {
      const report = await this.#run(problem, await unfenced(parsed.data), index);
      return recordOf(problem.task_id, index, report);
    } catch (error) {
      if (!(error instanceof SandboxGaveUp)) throw error;
      return ungraded(problem.task_id, index, "sandbox-failure", describeError(error));
    }
  }

  #run(problem: Problem, sample: Sample, index: number): Promise<VerifyReport> {
    const reference = referenceOf(problem);
    return this.#sandbox.run({
      taskId: problem.task_id,
      environment: this.#context.environment,
      job: (limits) => gradingJob(problem, sample, index, limits),
      referenceJob: (limits) => (reference === null ? null : gradingJob(problem, reference, 0, limits)),
    });
  }
}

async function unfenced(sample: Sample): Promise<Sample> {
  const { solution } = sample;
  if (solution === undefined || !mayBeFenced(solution)) return sample;
  return { ...sample, solution: solutionCode(solution, await loadPython()) };
}

function faultsOf(line: unknown, { issues }: z.ZodError): string {
  if (typeof line === "string") return "not a JSON object";
  const faults = issues.map((issue) => describeIssue(issue, sampleSchema, line));
  return faults.map(({ place, problem }) => placed(place, problem)).join("; ");
}

function taskIdOf(line: unknown): string | null {
  const id = typeof line === "object" && line !== null && "task_id" in line ? line.task_id : null;
  return typeof id === "string" ? id : null;
}

function ungraded(
  task_id: string | null,
  index: number,
  outcome: GradeRecord["outcome"],
  reason: string,
): GradeRecord {
  return { task_id, index, passed: null, outcome, channel: null, reason };
}

function recordOf(task_id: string, index: number, report: VerifyReport): GradeRecord {
  const [result] = report.cases;
  const passed = result?.verdict === "passed" && report.outcome === "completed";
  const cause = result?.cause ?? report.cause;
  const { outcome, channel } = report;
  return { task_id, index, passed, outcome, channel, reason: passed ? null : reasonOf(cause) };
}

function reasonOf(cause: Cause | null): string {
  if (cause === null) return "not passed";
  const place = cause.line === null ? "" : ` (line ${cause.line})`;
  return `${cause.exception ?? cause.code}: ${cause.message}${place}`;
}

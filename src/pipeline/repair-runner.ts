/** What a repair agent runs programs with: the sandbox, the caller's tests, and questions to the environment. */
import type { RealisedEnvironment } from "../contracts/environment.ts";
import type { CaseResult } from "../contracts/execution.ts";
import type { RepairContext, RunFeedback } from "../contracts/repair.ts";
import type { Limits, Sandbox, VerifyJob } from "../contracts/sandbox.ts";
import { retrySandbox } from "./retry-sandbox.ts";

/** Blank lines between a program and its tests, so that neither is taken for the other. */
const LINES_BETWEEN = 3;

export interface RepairRunner {
  readonly sandbox: Sandbox;
  readonly environment: RealisedEnvironment;
  /** Shown in tracebacks. */
  readonly fileName: string;
  readonly functionName: string;
  /** Setup and all cases. No agent ever sees or changes this text. */
  readonly tests: string;
  readonly cases: VerifyJob["cases"];
  /** Trusted code that the tests rely on, such as imports: see `VerifyJob.context`. */
  readonly testContext: string;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/**
 * The `run` and `inspect` of a repair context. Every program is judged by the same tests, outside its own process
 * where that can be done. Throws SandboxGaveUp when the sandbox broke every time.
 */
export function repairRunner(runner: RepairRunner): Pick<RepairContext, "run" | "inspect"> {
  const { sandbox, environment, signal } = runner;
  return {
    async run(code) {
      const verify = (job: VerifyJob) => retrySandbox(() => sandbox.verify(environment, job, signal), signal);
      const { outcome, cause, cases } = await verify(repairJob(runner, code));
      const passed = cases.filter(({ verdict }) => verdict === "passed").length;
      const crashed = cases.filter((result) => result.cause?.code === "signal");
      const told = crashed.length > 0 ? (await verify(repairJob(runner, code, TELL_CRASHES))).cases : [];
      const whole = cases.map((result) => withCrashPlace(result, told));
      return { outcome, cause, cases: whole, passed, total: runner.cases.length };
    },
    async inspect(expression) {
      const { limits } = runner;
      const nothing = { code: "", firstLine: 1 };
      const program = {
        fileName: "inspect.py",
        imports: nothing,
        function: nothing,
        functionName: "",
        tests: nothing,
      };
      const expressions = [{ id: "asked", code: expression }];
      const job = { kind: "probe" as const, program, expressions, hashSeed: 0, limits };
      const report = await retrySandbox(() => sandbox.probe(environment, job, signal), signal);
      const [found] = report.observations;
      return found?.state === "returned" ? found.printed : "";
    },
  };
}

/** Put behind a program that crashed: the interpreter then says where it was. */
const TELL_CRASHES = "\n\n\nimport faulthandler\nfaulthandler.enable()\n";
const CRASH = /^Fatal Python error: .*$/ms;

/** A crash tells nothing by itself; a second run has printed where it was. */
function withCrashPlace(result: CaseResult, told: readonly CaseResult[]): CaseResult {
  const printed = told.find(({ name }) => name === result.name)?.output.text ?? "";
  const dump = CRASH.exec(printed)?.[0];
  if (result.cause?.code !== "signal" || result.cause.traceback !== "" || dump === undefined) return result;
  return { ...result, cause: { ...result.cause, traceback: dump } };
}

/** The job of one program; its first line is line 1, and the tests stand behind its last one. */
function repairJob(runner: RepairRunner, code: string, behind = ""): VerifyJob {
  const { fileName, functionName, tests, cases, testContext, limits } = runner;
  return {
    kind: "verify",
    channel: "separate",
    context: { code: testContext, firstLine: 1 },
    program: {
      fileName,
      imports: { code: "", firstLine: 1 },
      function: { code: `${code}${behind}`, firstLine: 1 },
      functionName,
      tests: { code: tests, firstLine: `${code}${behind}`.split("\n").length + LINES_BETWEEN },
    },
    cases,
    stubs: false,
    hashSeed: 0,
    limits,
  };
}

/** Feedback for a program whose requirements could not be installed: nothing ran. */
export function notInstalled(reason: string, cases: VerifyJob["cases"]): RunFeedback {
  const cause = {
    stage: "install" as const,
    code: "install-failed",
    exception: null,
    message: reason,
    line: null,
    lineText: null,
    traceback: "",
  };
  const nothing = { assertionsWritten: 0, assertionsExecuted: 0, output: { text: "", totalBytes: 0 } };
  return {
    outcome: "install-failed",
    cause,
    cases: cases.map(({ kind, name }) => ({
      kind,
      name,
      verdict: "not-run",
      cause,
      ...nothing,
      vacuousUnder: [],
    })),
    passed: 0,
    total: cases.length,
  };
}

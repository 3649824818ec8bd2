/** Checks a drafted task: the static gate first, then a run. Every problem knows whose it is. */
import type { GenerateContext } from "../../contracts/generator.ts";
import type { CaseResult, Cause } from "../../contracts/execution.ts";
import type { Task } from "../../contracts/task.ts";
import { distributionOf, canonicalName, type Python } from "../../python/index.ts";
import { renderTask, staticGate, toProgram } from "../../task/index.ts";

/** "either": a case disagrees with the function, and nobody knows yet which of the two is wrong. */
export type Side = "code" | "tests" | "either" | "environment";

export interface Problem {
  readonly side: Side;
  /** One line for a model or a person. */
  readonly text: string;
}

export interface DraftCheck {
  readonly stage: "gate" | "run";
  readonly problems: readonly Problem[];
  readonly passedCases: number;
}

/** Causes that say nothing about the program: the machine lacked something. */
const ENVIRONMENT_CODES = new Set([
  "network",
  "missing-asset",
  "install-failed",
  "disk",
  "only-environment-error",
]);

/**
 * @throws ToolkitError `sandbox-failure` when the sandbox broke.
 */
export async function checkDraft(task: Task, context: GenerateContext, python: Python): Promise<DraftCheck> {
  const gate = gateProblems(task, python);
  if (gate.length > 0) return { stage: "gate", problems: gate, passedCases: 0 };
  const realised = await context.environments.resolve(task.requirements, context.signal);
  if (realised.environment.state === "install-failed") {
    const text = `The requirements cannot be installed: ${realised.environment.reason}`;
    return { stage: "run", problems: [{ side: "environment", text }], passedCases: 0 };
  }
  const report = await context.sandbox.verify(
    realised,
    {
      kind: "verify",
      program: toProgram(task),
      cases: task.cases.map(({ kind, name }) => ({ kind, name })),
      stubs: true,
      hashSeed: 0,
      limits: context.limits,
    },
    context.signal,
  );
  const passedCases = report.cases.filter(({ verdict }) => verdict === "passed").length;
  if (report.cause !== null && passedCases === 0 && report.cause.stage !== "case") {
    return { stage: "run", problems: [runProblem(report.cause, task)], passedCases };
  }
  return {
    stage: "run",
    problems: report.cases.flatMap((result) => caseProblems(result, task)),
    passedCases,
  };
}

function gateProblems(task: Task, python: Python): Problem[] {
  const testsFrom = renderTask(task).firstLines.tests;
  return staticGate(task, python).map(({ message, line }) => ({
    side: line !== null && line >= testsFrom ? "tests" : "code",
    text: line === null ? message : `Line ${line}: ${message}`,
  }));
}

function runProblem(cause: Cause, task: Task): Problem {
  return { side: causeSide(cause, task, "code"), text: causeText(cause) };
}

function caseProblems(result: CaseResult, task: Task): Problem[] {
  if (result.verdict === "passed") {
    if (result.vacuousUnder.length === 0) return [];
    const stubs = result.vacuousUnder.join(", ");
    return [
      { side: "tests", text: `${result.name} also passes with a stub in place of the function (${stubs}).` },
    ];
  }
  if (result.cause === null) return [{ side: "tests", text: `${result.name} was not run.` }];
  const testsOnly = ["skipped", "no-assertion-executed"].includes(result.cause.code);
  const side = causeSide(result.cause, task, testsOnly ? "tests" : "either");
  return [{ side, text: `${result.name}: ${causeText(result.cause)}` }];
}

/** A module that no requirement brings is the program's fault; one that should be there is the environment's. */
function causeSide(cause: Cause, task: Task, otherwise: Side): Side {
  if (ENVIRONMENT_CODES.has(cause.code)) return "environment";
  if (cause.code !== "missing-module") return otherwise;
  const name = /No module named '([^']+)'/.exec(cause.message)?.[1] ?? "";
  const distribution = distributionOf(name);
  const asked = task.requirements.some(
    (requirement) => canonicalName(requirement) === canonicalName(distribution ?? name),
  );
  return asked ? "environment" : "code";
}

function causeText({ exception, code, message, line, lineText }: Cause): string {
  const place = line === null ? "" : ` (line ${line}: ${lineText?.trim() ?? ""})`;
  return `${exception ?? code}: ${message}${place}`;
}

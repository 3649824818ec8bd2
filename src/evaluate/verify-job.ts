/** A program for a task as a job for the sandbox: apart from its tests, with its first line as line 1. */
import type { EvaluationTask } from "../contracts/evaluation-task.ts";
import type { Limits, VerifyJob } from "../contracts/sandbox.ts";
import { scriptProgram } from "./formats/apps-judge.py.ts";

/** How tracebacks call the program. */
export function programFileName(taskId: string): string {
  return `${taskId.replaceAll(/\W+/g, "_")}.py`;
}

/** The job that grades `program` as a candidate. */
export function candidateJob(task: EvaluationTask, program: string, limits: Limits): VerifyJob {
  const fileName = programFileName(task.id);
  const { judge } = task;
  const code = judge.entry === "script" ? scriptProgram(program, fileName) : program;
  return {
    kind: "verify",
    channel: "separate",
    context: { code: judge.context, firstLine: 1 },
    program: {
      fileName,
      imports: { code: "", firstLine: 1 },
      function: { code, firstLine: 1 },
      functionName: task.functionName,
      tests: { code: judge.tests, firstLine: code.split("\n").length + 1 },
    },
    cases: judge.cases,
    stubs: false,
    hashSeed: 0,
    limits,
  };
}

/** The job that finds which cases a stub passes: the reference, with tests and stubs in one process. */
export function stubJob(task: EvaluationTask, reference: string, limits: Limits): VerifyJob {
  const { context: _context, ...job } = candidateJob(task, reference, limits);
  return { ...job, channel: "shared", stubs: true };
}

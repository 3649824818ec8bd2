/**
 * The pass matrix of a task: every candidate on every test and hidden test, each distinct pair run once and never
 * again. All that is missing of one candidate is one job; what it gave is kept by content.
 */
import type { RealisedEnvironment } from "../../contracts/environment.ts";
import type { Channel } from "../../contracts/execution.ts";
import type { Candidate, Matrix, RankingTask, RankingTest } from "../../contracts/ranking.ts";
import type { Limits, Sandbox, VerifyReport } from "../../contracts/sandbox.ts";
import { candidateProgram, caseName, PRELUDE, programText } from "../../rank/candidate-program.ts";
import { hashValue } from "../../util/hash.ts";
import { retrySandbox } from "../retry-sandbox.ts";

/** Letters by test, of one program; kept between runs. */
export interface CellCache {
  get(program: string): Promise<Readonly<Record<string, string>>>;
  put(program: string, cells: Readonly<Record<string, string>>): Promise<void>;
}

export interface MatrixContext {
  readonly sandbox: Sandbox;
  readonly environment: RealisedEnvironment;
  readonly limits: Limits;
  /** "separate" keeps tests out of the candidate's process, except where a value cannot cross. */
  readonly channel: Channel;
  readonly prelude: boolean;
  /** TiCoder counts a test that executed no assertion as passed; left out: it is none. */
  readonly assertionless?: "pass";
  readonly cache: CellCache;
  /** Programs prepared at one time; the sandbox has its own number of workers. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

export interface MatrixInput {
  readonly task: RankingTask;
  readonly candidates: readonly Candidate[];
  readonly tests: readonly RankingTest[];
  readonly validation: readonly RankingTest[];
}

/**
 * Outcomes of candidates and reference.
 * @throws SandboxGaveUp when the sandbox, not a program, broke.
 */
export async function passMatrix(input: MatrixInput, context: MatrixContext): Promise<Matrix> {
  const { task, candidates, tests, validation } = input;
  const all = [...tests, ...validation];
  const codes = candidates.map(({ code }) => code);
  const programs = task.reference === null ? codes : [...codes, task.reference];
  const rows = await outcomesOf(task, programs, all, context);
  const candidateRows = rows.slice(0, candidates.length);
  return {
    candidates: candidates.map(({ id }) => id),
    tests: tests.map(({ id }) => id),
    rows: candidateRows.map(({ letters }) => letters.slice(0, tests.length)),
    reference: task.reference === null ? null : (rows.at(-1)?.letters.slice(0, tests.length) ?? null),
    validation: candidateRows.map(({ letters }) => letters.slice(tests.length)),
    executions: rows.reduce((sum, { executions }) => sum + executions, 0),
  };
}

export interface Row {
  readonly letters: string;
  readonly executions: number;
}

/** One row a program, one letter a test; equal programs and equal tests are run once. */
export async function outcomesOf(
  task: RankingTask,
  programs: readonly string[],
  tests: readonly RankingTest[],
  context: MatrixContext,
): Promise<Row[]> {
  const distinct = [...new Set(programs)];
  const rows = new Map<string, Row>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let code = distinct[next++]; code !== undefined; code = distinct[next++]) {
      context.signal.throwIfAborted();
      rows.set(code, await rowOf(task, code, tests, context));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, context.concurrency) }, worker));
  const counted = new Set<string>();
  return programs.map((code) => {
    const row = rows.get(code) ?? { letters: "", executions: 0 };
    const executions = counted.has(code) ? 0 : row.executions;
    counted.add(code);
    return { ...row, executions };
  });
}

async function rowOf(
  task: RankingTask,
  code: string,
  tests: readonly RankingTest[],
  context: MatrixContext,
): Promise<Row> {
  const key = programKey(task, code, context);
  const known = await context.cache.get(key);
  const missing = [...new Map(tests.map((test) => [testKey(test), test])).values()].filter(
    (test) => known[testKey(test)] === undefined,
  );
  const { letters, executions } = await runMissing(task, code, missing, context);
  const cells = { ...known, ...letters };
  if (missing.length > 0) await context.cache.put(key, cells);
  return { letters: tests.map((test) => cells[testKey(test)] ?? "E").join(""), executions };
}

async function runMissing(
  task: RankingTask,
  code: string,
  tests: readonly RankingTest[],
  context: MatrixContext,
): Promise<{ letters: Record<string, string>; executions: number }> {
  if (tests.length === 0) return { letters: {}, executions: 0 };
  const { sandbox, environment, limits, channel, prelude, signal } = context;
  const program = candidateProgram(task, code, tests, context);
  const report = await retrySandbox(
    () =>
      sandbox.verify(
        environment,
        {
          kind: "verify",
          program,
          cases: tests.map((_, place) => ({ kind: "correctness", name: caseName(place) })),
          stubs: false,
          hashSeed: 0,
          limits,
          channel,
          ...(prelude && { context: { code: PRELUDE, firstLine: 1 } }),
        },
        signal,
      ),
    signal,
  );
  const letters = tests.map((test, place) => [testKey(test), letterOf(report, place, context)]);
  const unloadable = report.outcome !== "completed" && report.cases.every(isNotRun);
  return { letters: Object.fromEntries(letters), executions: unloadable ? 1 : tests.length };
}

function isNotRun({ verdict }: VerifyReport["cases"][number]): boolean {
  return verdict === "not-run";
}

/** The letter of a case: P passed, F failed by an assertion, T time, E anything else. */
function letterOf(report: VerifyReport, place: number, { assertionless }: MatrixContext): string {
  const result = report.cases[place];
  if (result === undefined) return "E";
  switch (result.verdict) {
    case "passed":
      return "P";
    case "failed":
      return "F";
    case "timeout":
      return "T";
    case "error":
      return "E";
    case "not-run": {
      if (assertionless === "pass" && result.cause?.code === "no-assertion-executed") return "P";
      return report.outcome === "timeout" ? "T" : "E";
    }
  }
  return result.verdict satisfies never;
}

/** Everything besides the test that an outcome depends on. */
function programKey(task: RankingTask, code: string, context: MatrixContext): string {
  const { environment, limits, channel, prelude, assertionless } = context;
  const { functionName, setup } = task;
  return hashValue({
    program: programText(task, code, context),
    functionName,
    setup,
    environment: environment.environment.id,
    limits,
    channel,
    prelude,
    assertionless: assertionless ?? null,
  });
}

function testKey({ code, name }: RankingTest): string {
  return hashValue([code, name]).slice(0, 24);
}

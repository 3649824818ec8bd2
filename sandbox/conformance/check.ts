/** How a conformance check is written: a small program, and what must be said about it. */
import { strict as assert } from "node:assert";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Outcome, Verdict } from "../../src/contracts/execution.ts";
import {
  type Limits,
  limitsSchema,
  type ProbeReport,
  type Program,
  type Sandbox,
  type VerifyReport,
} from "../../src/contracts/sandbox.ts";
import type { CaseKind } from "../../src/contracts/task.ts";
import { descendantProcesses } from "./descendants.ts";

export interface ConformanceCheck {
  /** Unique; exceptions are listed by it. */
  readonly name: string;
  /** Rejects when the sandbox does not conform. */
  run(sandbox: Sandbox, environment: RealisedEnvironment): Promise<void>;
}

export interface CheckedProgram {
  readonly imports?: string;
  /** Body of `work(value=1)`, or a whole function cell when it holds `def work`. */
  readonly work?: string;
  /** Body of `test_work_<kind>()`, or a whole test cell when it holds `def test`. */
  readonly test?: string;
  readonly kind?: CaseKind;
  readonly limits?: Partial<Limits>;
  readonly stubs?: boolean;
}

export interface Expected {
  readonly verdict?: Verdict;
  readonly outcome?: Outcome;
  readonly code?: string | readonly string[];
  /** Line of the task file that the cause names. */
  readonly line?: number;
  /** Most wall seconds; by default the wall limit and one more. */
  readonly seconds?: number;
  readonly also?: (report: VerifyReport) => void;
}

export const FUNCTION_LINE = 20;
export const TEST_LINE = 40;
const DEFAULT_LIMITS = { cpuSeconds: 5, wallSeconds: 8 };
const SETTLE_MS = 1_000;

const indent = (code: string) => code.replaceAll(/^(?=.)/gm, "    ");
const whole = (code: string, head: string, mark: string) =>
  code.includes(mark) ? code : `${head}\n${indent(code.trim())}\n`;

/** The program a check describes. */
export function programOf(checked: CheckedProgram): Program {
  const { imports = "", work = "return value", test = "assert work(1) == 1", kind = "normal" } = checked;
  return {
    fileName: "task.py",
    imports: { code: imports, firstLine: 5 },
    function: { code: whole(work, "def work(value=1):", "def work"), firstLine: FUNCTION_LINE },
    functionName: "work",
    tests: { code: whole(test, `def test_work_${kind}():`, "def test"), firstLine: TEST_LINE },
  };
}

/** Limits short enough for a check. */
export function limitsOf(limits: Partial<Limits> = {}): Limits {
  return limitsSchema.parse({ ...DEFAULT_LIMITS, ...limits });
}

/** Waits until no more processes descend from this one than `before`; rejects after a second. */
async function settleProcesses(before: number): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  while (descendantProcesses(process.pid).length > before) {
    assert.ok(performance.now() < deadline, "processes of the run are left");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs `work` with a warm zygote there before, and demands that no process is left after it. */
export async function withoutLeftovers<T>(
  sandbox: Sandbox,
  environment: RealisedEnvironment,
  work: () => Promise<T>,
): Promise<T> {
  await verifyProgram(sandbox, environment, {});
  const before = descendantProcesses(process.pid).length;
  const result = await work();
  await settleProcesses(before);
  return result;
}

/** One verify run of one case. */
export function verifyProgram(
  sandbox: Sandbox,
  environment: RealisedEnvironment,
  checked: CheckedProgram,
): Promise<VerifyReport> {
  const { kind = "normal", stubs = false, test = "" } = checked;
  const name = /class (Test\w+)/.exec(test)?.[1];
  const cases = [{ kind, name: `${name === undefined ? "" : `${name}.`}test_work_${kind}` }];
  const limits = limitsOf(checked.limits);
  const job = { kind: "verify", program: programOf(checked), cases, stubs, hashSeed: 0, limits } as const;
  return sandbox.verify(environment, job);
}

/** One probe run. */
export function probeProgram(
  sandbox: Sandbox,
  environment: RealisedEnvironment,
  checked: CheckedProgram,
  codes: readonly string[],
): Promise<ProbeReport> {
  const expressions = codes.map((code, index) => ({ id: String(index), code }));
  const limits = limitsOf(checked.limits);
  return sandbox.probe(environment, {
    kind: "probe",
    program: programOf(checked),
    expressions,
    hashSeed: 0,
    limits,
  });
}

function compare(report: VerifyReport, expected: Expected): void {
  const [first] = report.cases;
  const cause = first?.cause ?? report.cause;
  const said = JSON.stringify({ outcome: report.outcome, verdict: first?.verdict, cause });
  if (expected.verdict !== undefined) assert.equal(first?.verdict, expected.verdict, said);
  if (expected.outcome !== undefined) assert.equal(report.outcome, expected.outcome, said);
  if (expected.line !== undefined) assert.equal(cause?.line, expected.line, said);
  if (expected.code !== undefined) assert.ok([expected.code].flat().includes(cause?.code ?? ""), said);
  expected.also?.(report);
}

/** A check that verifies one case and compares what is said about it, how long it took and what is left. */
export function verifies(name: string, checked: CheckedProgram, expected: Expected): ConformanceCheck {
  return {
    name,
    run: (sandbox, environment) =>
      withoutLeftovers(sandbox, environment, async () => {
        const started = performance.now();
        const report = await verifyProgram(sandbox, environment, checked);
        const elapsed = (performance.now() - started) / 1000;
        compare(report, expected);
        const most = expected.seconds ?? limitsOf(checked.limits).wallSeconds + 1;
        assert.ok(elapsed <= most, `took ${elapsed.toFixed(2)} s, allowed are ${most} s`);
      }),
  };
}

/**
 * Runs a verify or probe job on a zygote of the pool. A job that takes its process along is tried once
 * more in a fresh zygote; twice means that the program does it, provided that a program known to be
 * harmless still runs. Otherwise the sandbox itself is broken, which is an exception.
 */
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import type { Cause, Outcome } from "../src/contracts/execution.ts";
import {
  limitsSchema,
  type ProbeJob,
  probeReportSchema,
  type ProbeReport,
  type VerifyJob,
  type VerifyReport,
  verifyReportSchema,
} from "../src/contracts/sandbox.ts";
import { ToolkitError } from "../src/errors.ts";
import { LostJob, type Zygote } from "./zygote.ts";
import type { ZygotePool } from "./zygote-pool.ts";

const ATTEMPTS = 2;

const harmless: ProbeJob = {
  kind: "probe",
  program: {
    fileName: "harmless.py",
    imports: { code: "", firstLine: 1 },
    function: { code: "def one():\n    return 1", firstLine: 2 },
    functionName: "one",
    tests: { code: "", firstLine: 4 },
  },
  expressions: [{ id: "one", code: "one()" }],
  hashSeed: 0,
  limits: limitsSchema.parse({}),
};

/** Where a job runs: its environment, and the GPUs it was given. */
export interface JobPlace {
  readonly environment: RealisedEnvironment;
  readonly gpus: readonly string[];
}

async function runOnce(
  pool: ZygotePool,
  place: JobPlace,
  job: VerifyJob | ProbeJob,
  signal?: AbortSignal,
): Promise<VerifyReport | ProbeReport> {
  const kind = { ...place, hashSeed: job.hashSeed };
  const zygote: Zygote = await pool.take(kind);
  try {
    const report = await zygote.run(job, signal);
    const checked = (job.kind === "verify" ? verifyReportSchema : probeReportSchema).parse(report);
    await pool.giveBack(zygote, kind);
    return checked;
  } catch (error) {
    await pool.drop(zygote);
    throw error;
  }
}

/** The report of a job of which nothing was run. */
function unrun(job: VerifyJob | ProbeJob, outcome: Outcome, cause: Cause): VerifyReport | ProbeReport {
  const shared = { outcome, cause, durationMs: 0 };
  if (job.kind === "verify") {
    const nothing = { assertionsWritten: 0, assertionsExecuted: 0, output: { text: "", totalBytes: 0 } };
    const cases = job.cases.map(({ kind, name }) => ({
      kind,
      name,
      verdict: "not-run" as const,
      cause,
      ...nothing,
      vacuousUnder: [],
    }));
    return { kind: "verify", ...shared, cases, channel: job.channel ?? "shared", cpuSeconds: 0 };
  }
  const nothing = { state: "lost", type: null, printed: "", literal: null, via: null, output: "" } as const;
  const observations = job.expressions.map(({ id }) => ({ id, text: cause.message, bases: [], ...nothing }));
  return { kind: "probe", ...shared, observations };
}

const noPlace = { exception: null, line: null, lineText: null, traceback: "" };

function installFailed(job: VerifyJob | ProbeJob, reason: string | null): VerifyReport | ProbeReport {
  const message = reason ?? "The environment could not be installed.";
  return unrun(job, "install-failed", { stage: "install", code: "install-failed", message, ...noPlace });
}

/** The report of a job that this machine cannot run, such as one that needs a GPU. */
export function notRun(job: VerifyJob | ProbeJob, code: string, message: string): VerifyReport | ProbeReport {
  return unrun(job, "not-run", { stage: "harness", code, message, ...noPlace });
}

/** The report of a program that ends the processes that run it. */
function crashed(job: VerifyJob | ProbeJob, how: string): VerifyReport | ProbeReport {
  const message = `The program ended or stopped the process that ran it, twice: ${how}`;
  return unrun(job, "crashed", { stage: "harness", code: "harness-ended", message, ...noPlace });
}

/**
 * The checked report of `job`.
 * @throws ToolkitError `sandbox-failure` (retryable) when the sandbox is broken, `interrupted` when cancelled.
 */
export async function runJob(
  pool: ZygotePool,
  place: JobPlace,
  job: VerifyJob | ProbeJob,
  signal?: AbortSignal,
): Promise<VerifyReport | ProbeReport> {
  const { state, reason } = place.environment.environment;
  if (state === "install-failed") return installFailed(job, reason);
  let lost: LostJob | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await runOnce(pool, place, job, signal);
    } catch (error) {
      if (!(error instanceof LostJob)) throw error;
      lost = error;
    }
  }
  try {
    await runOnce(pool, place, harmless, signal);
  } catch (error) {
    if (error instanceof ToolkitError) throw error;
    throw new ToolkitError("sandbox-failure", `The sandbox lost a run: ${lost?.message ?? ""}`, {
      hint: "The program is not to blame: run again; `codergen doctor` checks the sandbox.",
      retryable: true,
      cause: error,
    });
  }
  return crashed(job, lost?.message ?? "");
}

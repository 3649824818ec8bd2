/** Runs a free-standing Python script in the isolation, in a process of its own; the script comes on stdin. */
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import type { ScriptJob, ScriptReport } from "../src/contracts/sandbox.ts";
import { ToolkitError } from "../src/errors.ts";
import type { IsolatedProcess } from "./backend.ts";
import { runVariables } from "./run-variables.ts";
import { interrupted } from "./slots.ts";
import type { PoolOptions } from "./zygote-pool.ts";

const STDERR_TAIL_CHARS = 8_000;
const SCRIPT_PROCESSES = 64;

interface Ended {
  readonly exitCode: number | null;
  readonly chunks: readonly Buffer[];
  readonly stderrTail: string;
  readonly stoppedFor: "time" | "output" | "cancel" | null;
}

async function communicate(started: IsolatedProcess, job: ScriptJob, signal?: AbortSignal): Promise<Ended> {
  const chunks: Buffer[] = [];
  let size = 0;
  let stderrTail = "";
  let stoppedFor: Ended["stoppedFor"] = null;
  const stop = (reason: Ended["stoppedFor"]) => {
    stoppedFor ??= reason;
    started.kill();
  };
  const onAbort = () => stop("cancel");
  const timer = setTimeout(() => stop("time"), job.wallSeconds * 1000);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  started.output.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > job.maxOutputBytes) stop("output");
    else chunks.push(chunk);
  });
  started.errors.setEncoding("utf8");
  started.errors.on("data", (chunk: string) => {
    stderrTail = (stderrTail + chunk).slice(-STDERR_TAIL_CHARS);
  });
  started.input.on("error", () => undefined);
  started.input.end(job.script);
  const { how, exitCode, fromOutside } = await started.ended;
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
  started.kill();
  if (stoppedFor === null && fromOutside) throw new Error(how);
  return { exitCode, chunks, stderrTail, stoppedFor };
}

/**
 * Runs `job.script` with the environment's interpreter, without network.
 * @throws ToolkitError `interrupted`; `input-invalid` when it prints more than `maxOutputBytes`;
 *   `sandbox-failure` when it could not be started.
 */
export async function runScript(
  options: Pick<PoolOptions, "backend" | "scratchBytes" | "variables" | "network" | "assetPaths">,
  environment: RealisedEnvironment,
  job: ScriptJob,
  signal?: AbortSignal,
): Promise<ScriptReport> {
  if (signal?.aborted === true) throw interrupted();
  let started: IsolatedProcess | undefined;
  try {
    started = await options.backend.start({
      role: "script",
      python: environment.python,
      pythonArguments: () => ["-s", "-", ...job.args],
      readablePaths: [...environment.readablePaths, ...options.assetPaths],
      image: environment.image ?? null,
      variables: runVariables(environment.python, 0, options.variables),
      scratchBytes: options.scratchBytes,
      network: options.network,
      gpus: [],
    });
    await started.allowProcesses(SCRIPT_PROCESSES);
    const ended = await communicate(started, job, signal);
    if (ended.stoppedFor === "cancel") throw interrupted();
    if (ended.stoppedFor === "output") {
      throw new ToolkitError("input-invalid", `A script printed more than ${job.maxOutputBytes} bytes.`);
    }
    return {
      exitCode: ended.exitCode,
      stdout: Buffer.concat(ended.chunks).toString("utf8"),
      stderrTail: ended.stderrTail,
      timedOut: ended.stoppedFor === "time",
    };
  } catch (error) {
    if (error instanceof ToolkitError) throw error;
    throw new ToolkitError("sandbox-failure", "A script could not be started in the sandbox.", {
      retryable: true,
      cause: error,
    });
  } finally {
    await started?.remove();
  }
}

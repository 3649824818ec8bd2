/** Runs a free-standing Python script in the isolation, in a process of its own; the script comes on stdin. */
import { spawn } from "node:child_process";
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import type { ScriptJob, ScriptReport } from "../src/contracts/sandbox.ts";
import { ToolkitError } from "../src/errors.ts";
import { makeHostScratch, removeHostScratch } from "./host-scratch.ts";
import { ProcessLimit } from "./process-limit.ts";
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

function runCommand(
  command: readonly [string, ...string[]],
  variables: Readonly<Record<string, string>>,
  job: ScriptJob,
  signal?: AbortSignal,
): Promise<Ended> {
  const [file, ...args] = command;
  const child = spawn(file, args, { env: variables, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const chunks: Buffer[] = [];
  let size = 0;
  let stderrTail = "";
  let stoppedFor: Ended["stoppedFor"] = null;
  const stop = (reason: Ended["stoppedFor"]) => {
    stoppedFor ??= reason;
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  };
  const onAbort = () => stop("cancel");
  const timer = setTimeout(() => stop("time"), job.wallSeconds * 1000);
  signal?.addEventListener("abort", onAbort, { once: true });
  child.stdin.on("error", () => undefined);
  child.stdin.end(job.script);
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > job.maxOutputBytes) stop("output");
    else chunks.push(chunk);
  });
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (chunk: string) => {
    stderrTail = (stderrTail + chunk).slice(-STDERR_TAIL_CHARS);
  });
  return new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, chunks, stderrTail, stoppedFor }));
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    stop(null);
  });
}

/**
 * Runs `job.script` with the environment's interpreter, without network.
 * @throws ToolkitError `interrupted`; `input-invalid` when it prints more than `maxOutputBytes`;
 *   `sandbox-failure` when it could not be started.
 */
export async function runScript(
  options: Pick<PoolOptions, "backend" | "scratchBytes" | "variables">,
  environment: RealisedEnvironment,
  job: ScriptJob,
  signal?: AbortSignal,
): Promise<ScriptReport> {
  if (signal?.aborted === true) throw interrupted();
  const hostScratch = makeHostScratch();
  const processLimit = new ProcessLimit();
  processLimit.set(SCRIPT_PROCESSES);
  const launch = options.backend.launch({
    python: environment.python,
    pythonArguments: () => ["-s", "-", ...job.args],
    readablePaths: environment.readablePaths,
    variables: runVariables(environment.python, 0, options.variables),
    scratchBytes: options.scratchBytes,
    hostScratch,
  });
  try {
    const ended = await runCommand(processLimit.wrap(launch.command), launch.variables, job, signal);
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
    await processLimit.remove();
    removeHostScratch(hostScratch);
  }
}

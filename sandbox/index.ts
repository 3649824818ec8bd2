/** The sandbox: isolation backends, environments, and the harness that verifies programs inside. */
import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import type { ProbeJob, ProbeReport, Sandbox, VerifyJob, VerifyReport } from "../src/contracts/sandbox.ts";
import { ToolkitError } from "../src/errors.ts";
import { assetVariables } from "../src/io/asset-cache.ts";
import { type BackendChoice, chooseBackend, isDocker } from "./choose-backend.ts";
import type { DockerBackend } from "./docker.ts";
import { type GpuOptions, GpuScheduler } from "./gpu-scheduler.ts";
import { runCasesApart } from "./run-cases-apart.ts";
import { notRun, runJob } from "./run-job.ts";
import { runScript } from "./run-script.ts";
import { Slots } from "./slots.ts";
import { ZygotePool } from "./zygote-pool.ts";

export { allowOnly } from "./allowed-requirements.ts";
export { createEnvironmentManager, type EnvironmentManagerOptions } from "./create-environments.ts";
export { engineChecks } from "./docker/doctor.ts";
export { createDockerBackend, type DockerBackend, type DockerOptions } from "./docker.ts";
export { openScriptPlace, type ScriptPlaceRequest } from "./open-script-place.ts";
export { openShell, type ShellOptions } from "./open-shell.ts";
export type { GpuOptions } from "./gpu-scheduler.ts";
export type { LockingEnvironmentManager } from "./environments.ts";
export {
  type BackendChoice,
  type BackendName,
  type BackendReport,
  imagesFor,
  probeBackends,
} from "./choose-backend.ts";

/** Undoes the offline settings of `run-variables.ts`. */
const ONLINE = { HF_HUB_OFFLINE: "0", HF_DATASETS_OFFLINE: "0", TRANSFORMERS_OFFLINE: "0" };
const SCRATCH_BYTES = 512 * 1024 ** 2;
/** Zygotes kept warm for each worker: a few environments and hash seeds. */
const IDLE_PER_WORKER = 4;

export interface SandboxOptions {
  /** "auto": the strongest backend that isolates here. "none" isolates nothing. */
  readonly backend: BackendChoice;
  /** Jobs at one time. */
  readonly workers: number;
  /** Folder of prefetched models and data, which programs may read; left out, or not there: none. */
  readonly assetFolder?: string;
  /** Size of the writable folders of a run, bytes (512 MiB). */
  readonly scratchBytes?: number;
  /** Variables to add inside; nothing of the host's is there otherwise. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The docker backend, when it is to have other settings than its defaults. */
  readonly docker?: DockerBackend;
  /** Let programs use the network. */
  readonly network?: boolean;
  /** GPUs for the programs that need one; without it they are reported as not run. */
  readonly gpus?: GpuOptions;
}

/** What programs may reach beyond their environment. */
function access({ network = false, assetFolder, variables = {} }: SandboxOptions) {
  const hasAssets = assetFolder !== undefined && existsSync(assetFolder);
  return {
    network,
    assetPaths: hasAssets ? [assetFolder] : [],
    variables: {
      ...(hasAssets && assetVariables(assetFolder)),
      ...(network && ONLINE),
      ...variables,
    },
  };
}

/**
 * A sandbox that runs up to `workers` jobs at one time.
 * @throws ToolkitError `sandbox-unavailable` when the backend does not work here.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { workers, scratchBytes = SCRATCH_BYTES } = options;
  const backend = await chooseBackend(options.backend, options.docker);
  const shared = { backend, scratchBytes, ...access(options) };
  const pool = new ZygotePool({ ...shared, maxIdle: IDLE_PER_WORKER * workers });
  const slots = new Slots(workers);
  const gpus = new GpuScheduler(backend, options.gpus ?? { devices: [] });
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const untilClosed = (signal?: AbortSignal) =>
    signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);

  function enter<T>(work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (closing.signal.aborted) {
      return Promise.reject(new ToolkitError("internal", "The sandbox was closed before this job."));
    }
    const both = untilClosed(signal);
    return slots.use(() => work(both), both);
  }

  async function run(
    environment: RealisedEnvironment,
    job: VerifyJob | ProbeJob,
    signal?: AbortSignal,
  ): Promise<VerifyReport | ProbeReport> {
    if (job.kind === "verify" && job.channel === "separate" && job.cases.length > 1)
      return runCasesApart(job, async (one) => (await run(environment, one, signal)) as VerifyReport);
    const work = (devices: readonly string[]) =>
      enter((both) => runJob(pool, { environment, gpus: devices }, job, both), signal);
    if (environment.environment.state !== "ready") return work([]);
    const plan = await gpus.schedule(job, work, untilClosed(signal));
    return plan.run ? plan.result : notRun(job, "no-gpu", plan.reason);
  }

  return {
    backend: backend.name,
    isolated: backend.isolated,
    verify: async (environment, job, signal) => (await run(environment, job, signal)) as VerifyReport,
    probe: async (environment, job, signal) => (await run(environment, job, signal)) as ProbeReport,
    script: (environment, job, signal) => enter((both) => runScript(shared, environment, job, both), signal),
    close: async () => {
      closing.abort();
      await pool.close();
      if (isDocker(backend)) await backend.close();
    },
  };
}

/** Decides for each job whether it needs a GPU, gives it one, or says why it cannot be run here. */
import type { ProbeJob, VerifyJob } from "../src/contracts/sandbox.ts";
import { describeError } from "../src/errors.ts";
import { type GpuUse, gpuUse } from "../src/python/gpu-use.ts";
import { loadPython } from "../src/python/index.ts";
import type { Backend } from "./backend.ts";
import { GpuSlots } from "./gpu-slots.ts";

/** Backends that can hand a GPU on. */
export interface GpuProvider extends Backend {
  /** Null when containers with these GPUs start; else why not. */
  reasonAgainstGpus(devices: readonly string[]): Promise<string | null>;
}

export interface GpuOptions {
  /** "all", or ids such as "0"; empty for none. */
  readonly devices: readonly string[];
  /** Tasks on one device at a time (1). */
  readonly shares?: number;
}

export type GpuPlan<T> =
  | { readonly run: true; readonly result: T }
  | { readonly run: false; readonly reason: string };

export class GpuScheduler {
  readonly #backend: Backend;
  readonly #devices: readonly string[];
  readonly #slots: GpuSlots;
  #reason: Promise<string | null> | undefined;

  constructor(backend: Backend, { devices, shares = 1 }: GpuOptions) {
    this.#backend = backend;
    this.#devices = devices;
    this.#slots = new GpuSlots({ devices, shares });
  }

  /** Why GPU tasks are not run here; null when they are. Asked once. */
  reason(): Promise<string | null> {
    this.#reason ??= this.#findReason();
    return this.#reason;
  }

  /** Runs `work` with the GPUs its job asks for. */
  async schedule<T>(
    job: VerifyJob | ProbeJob,
    work: (gpus: readonly string[]) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<GpuPlan<T>> {
    const use = await useOf(job);
    if (use === "none") return { run: true, result: await work([]) };
    const reason = await this.reason();
    if (use === "optional" && reason !== null) return { run: true, result: await work([]) };
    if (reason !== null) return { run: false, reason: `The program needs a GPU: ${reason}` };
    const run = (device: string) => work([device]);
    return { run: true, result: await this.#slots.use(use === "exclusive", run, signal) };
  }

  async #findReason(): Promise<string | null> {
    if (this.#devices.length === 0) return "none was given to the sandbox (--gpus all, or --gpus 0,1).";
    if (!providesGpus(this.#backend))
      return `the backend ${this.#backend.name} gives none; --sandbox docker does.`;
    try {
      return await this.#backend.reasonAgainstGpus(this.#devices);
    } catch (error) {
      return describeError(error);
    }
  }
}

function providesGpus(backend: Backend): backend is GpuProvider {
  return "reasonAgainstGpus" in backend;
}

/** Parsers are loaded only for a program that mentions GPUs at all. */
async function useOf({ program }: VerifyJob | ProbeJob): Promise<GpuUse> {
  const code = [program.imports.code, program.function.code, program.tests.code].join("\n");
  if (!/cuda|cupy|cudf|cuml|tensorrt|flash_attn|DataParallel|init_process_group/i.test(code)) return "none";
  return gpuUse(await loadPython(), code);
}

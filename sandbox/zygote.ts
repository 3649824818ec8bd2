/**
 * One harness process inside the isolation, spoken to over a socket of its own. It takes one job at a
 * time. What is lost with it is said by `LostJob`, never by a verdict.
 */
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import type { ProbeJob, VerifyJob } from "../src/contracts/sandbox.ts";
import { ToolkitError } from "../src/errors.ts";
import { cacheHarnessBytecode } from "./harness-bytecode.ts";
import type { Backend, IsolatedProcess, ProcessEnd } from "./backend.ts";
import { runVariables } from "./run-variables.ts";
import { interrupted } from "./slots.ts";

const SILENCE_LIMIT_MS = 120_000;
const GOODBYE_MS = 1_000;
/** Longest time between a broken stream and the end of the process behind it. */
const END_KNOWN_MS = 10_000;
const LOG_CHARS = 4_000;

export interface ZygoteOptions {
  readonly backend: Backend;
  readonly environment: RealisedEnvironment;
  readonly hashSeed: number;
  readonly scratchBytes: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly network: boolean;
  /** Folders that programs may read besides their environment. */
  readonly assetPaths: readonly string[];
  /** GPUs that its programs may use. */
  readonly gpus: readonly string[];
}

/** The job ended without a report: the program, or something else, took its process along. */
export class LostJob extends Error {}

type Message = { type: string; report?: unknown; lost?: string };

/** A job in two parts: without the text of its tests, and that text alone. */
function partsOf(job: VerifyJob | ProbeJob): { readonly job: Buffer; readonly tests: Buffer } {
  const { program } = job;
  const without = { ...job, program: { ...program, tests: { ...program.tests, code: "" } } };
  const tests = job.kind === "verify" ? JSON.stringify(program.tests.code) : "";
  return { job: Buffer.from(JSON.stringify(without)), tests: Buffer.from(tests) };
}

const isAborted = (signal?: AbortSignal) => signal?.aborted === true;

export class Zygote {
  readonly #process: IsolatedProcess;
  readonly #exited: Promise<ProcessEnd>;
  readonly #isolated: boolean;
  #pending = "";
  #payload: readonly Buffer[] = [];
  #log = "";
  #nextId = 0;
  #waiting: { resolve: (message: Message) => void; reject: (error: Error) => void } | undefined;
  #ended: string | undefined;
  #silence: NodeJS.Timeout | undefined;

  private constructor(process: IsolatedProcess, isolated: boolean) {
    this.#process = process;
    this.#isolated = isolated;
    this.#exited = process.ended.then((end) => {
      this.#end(end.how);
      return end;
    });
    this.#listen();
    this.#send({ type: "hello", scratch: process.paths.scratch });
  }

  /**
   * Starts a harness process and waits until it serves.
   * @throws ToolkitError `sandbox-failure` when it does not come up.
   */
  static async start(options: ZygoteOptions): Promise<Zygote> {
    await cacheHarnessBytecode(options.environment);
    const zygote = await launch(options).then(
      (process) => new Zygote(process, options.backend.isolated),
      (error: unknown) => Promise.reject(notStarted(options.backend.name, "", error)),
    );
    try {
      await zygote.#answer();
      return zygote;
    } catch (error) {
      await zygote.dispose();
      throw notStarted(options.backend.name, zygote.#log.trim(), error);
    }
  }

  /**
   * Runs one job; the harness's report, unchecked.
   * @throws LostJob when it ended without a report; ToolkitError `interrupted` when `signal` fired.
   */
  async run(job: VerifyJob | ProbeJob, signal?: AbortSignal): Promise<unknown> {
    if (isAborted(signal)) throw interrupted();
    const onAbort = () => this.#kill();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      this.#nextId += 1;
      await this.#process.allowProcesses(job.limits.processes);
      const limits = { ...job.limits, countByUser: this.#process.countsByUser };
      const { job: sent, tests } = partsOf({ ...job, limits });
      this.#payload = [sent, tests];
      const sizes = { jobBytes: sent.length, testsBytes: tests.length };
      this.#send({ type: "job", id: this.#nextId, ...sizes, wallSeconds: limits.wallSeconds });
      const message = await this.#answer();
      if (message.report === undefined) throw new LostJob(message.lost ?? "no report");
      return message.report;
    } catch (error) {
      if (isAborted(signal)) throw interrupted();
      if (error instanceof LostJob && this.#ended !== undefined) await this.#blame(error);
      throw error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  get alive(): boolean {
    return this.#ended === undefined;
  }

  /** Throws `sandbox-failure` where nothing inside can have ended the process. */
  async #blame(error: LostJob): Promise<void> {
    const timer = setTimeout(() => this.#kill(), END_KNOWN_MS);
    const end = await this.#exited;
    clearTimeout(timer);
    if (!end.fromOutside) return;
    throw new ToolkitError("sandbox-failure", `The sandbox was ended from outside: ${end.how}.`, {
      hint: "The program is not to blame: run again; `codergen doctor` checks the sandbox.",
      retryable: true,
      cause: error,
    });
  }

  /** Ends the process and everything in it, and removes its folders. */
  async dispose(): Promise<void> {
    this.#process.hangUp();
    if (this.#isolated) this.#kill();
    const timer = setTimeout(() => this.#kill(), GOODBYE_MS);
    await this.#exited;
    clearTimeout(timer);
    await this.#process.remove();
  }

  /** At once; without isolation the harness needs the closed socket to end what the program started. */
  #kill(): void {
    this.#process.hangUp();
    if (this.#isolated) this.#process.kill();
    else setTimeout(() => this.#process.kill(), GOODBYE_MS).unref();
  }

  #send(message: unknown): void {
    if (this.#ended === undefined) this.#process.input.write(`${JSON.stringify(message)}\n`);
  }

  #answer(): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#watchSilence();
      if (this.#ended !== undefined) this.#end(this.#ended);
    });
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#kill(), SILENCE_LIMIT_MS);
  }

  #listen(): void {
    const { input, output, errors } = this.#process;
    output.setEncoding("utf8");
    output.on("data", (chunk: string) => this.#receive(chunk));
    output.on("error", () => this.#end("its socket broke"));
    output.on("close", () => this.#end("its socket closed"));
    input.on("error", () => this.#end("its socket broke"));
    errors.setEncoding("utf8");
    errors.on("data", (chunk: string) => {
      this.#log = (this.#log + chunk).slice(-LOG_CHARS);
    });
  }

  #receive(chunk: string): void {
    const lines = (this.#pending + chunk).split("\n");
    this.#pending = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      this.#watchSilence();
      if (message.type === "alive") continue;
      if (message.type === "send-job") {
        for (const part of this.#payload) this.#process.input.write(part);
        this.#payload = [];
        continue;
      }
      clearTimeout(this.#silence);
      this.#waiting?.resolve(message);
      this.#waiting = undefined;
    }
  }

  #end(reason: string): void {
    this.#ended ??= reason;
    clearTimeout(this.#silence);
    const said = this.#log.trim();
    this.#waiting?.reject(
      new LostJob(`The harness is gone: ${this.#ended}.${said === "" ? "" : ` ${said}`}`),
    );
    this.#waiting = undefined;
  }
}

function launch({ backend, environment, gpus, ...options }: ZygoteOptions): Promise<IsolatedProcess> {
  const flags = environment.environment.requirements.length === 0 ? ["-s", "-S"] : ["-s"];
  return backend.start({
    role: "harness",
    python: environment.python,
    pythonArguments: (paths) => [...flags, `${paths.harness}/main.py`],
    readablePaths: [...environment.readablePaths, ...options.assetPaths],
    image: environment.image ?? null,
    variables: runVariables(environment.python, options.hashSeed, options.variables),
    scratchBytes: options.scratchBytes,
    network: options.network,
    gpus,
  });
}

function notStarted(backend: string, said: string, cause: unknown): ToolkitError {
  if (cause instanceof ToolkitError) return cause;
  return new ToolkitError("sandbox-failure", `The sandbox (${backend}) did not start. ${said}`, {
    hint: "Run `codergen doctor` to see what is missing.",
    retryable: true,
    cause,
  });
}

/**
 * One harness process inside the isolation, spoken to over a socket of its own. It takes one job at a
 * time. What is lost with it is said by `LostJob`, never by a verdict.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Duplex, Readable } from "node:stream";
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import type { ProbeJob, VerifyJob } from "../src/contracts/sandbox.ts";
import { ToolkitError } from "../src/errors.ts";
import type { Backend } from "./backend.ts";
import { makeHostScratch, removeHostScratch } from "./host-scratch.ts";
import { ProcessLimit } from "./process-limit.ts";
import { runVariables } from "./run-variables.ts";
import { interrupted } from "./slots.ts";

const SILENCE_LIMIT_MS = 120_000;
const GOODBYE_MS = 1_000;
const LOG_CHARS = 4_000;

export interface ZygoteOptions {
  readonly backend: Backend;
  readonly environment: RealisedEnvironment;
  readonly hashSeed: number;
  readonly scratchBytes: number;
  readonly variables: Readonly<Record<string, string>>;
}

/** The job ended without a report: the program, or something else, took its process along. */
export class LostJob extends Error {}

type Message = { type: string; report?: unknown; lost?: string };

const isAborted = (signal?: AbortSignal) => signal?.aborted === true;

export class Zygote {
  readonly #child: ChildProcess;
  readonly #control: Duplex;
  readonly #processLimit = new ProcessLimit();
  readonly #hostScratch = makeHostScratch();
  readonly #exited: Promise<void>;
  readonly #isolated: boolean;
  readonly #limitsByUser: boolean;
  #pending = "";
  #log = "";
  #nextId = 0;
  #waiting: { resolve: (message: Message) => void; reject: (error: Error) => void } | undefined;
  #ended: string | undefined;
  #silence: NodeJS.Timeout | undefined;

  private constructor(options: ZygoteOptions) {
    const { backend, environment } = options;
    const flags = environment.environment.requirements.length === 0 ? ["-s", "-S"] : ["-s"];
    const launch = backend.launch({
      python: environment.python,
      pythonArguments: (paths) => [...flags, `${paths.harness}/main.py`],
      readablePaths: environment.readablePaths,
      variables: runVariables(environment.python, options.hashSeed, options.variables),
      scratchBytes: options.scratchBytes,
      hostScratch: this.#hostScratch,
    });
    this.#isolated = backend.isolated;
    this.#limitsByUser = backend.isolated && process.getuid?.() !== 0;
    const [file, ...args] = this.#processLimit.wrap(launch.command);
    this.#child = spawn(file, args, { env: launch.variables, stdio: ["ignore", "ignore", "pipe", "pipe"] });
    this.#control = this.#child.stdio[3] as Duplex;
    this.#exited = new Promise((resolve) => {
      this.#child.once("exit", (code, signal) => {
        this.#end(`it ended with ${signal ?? `status ${code}`}`);
        resolve();
      });
      this.#child.once("error", (error) => {
        this.#end(error.message);
        resolve();
      });
    });
    this.#listen();
    this.#send({ type: "hello", scratch: launch.paths.scratch });
  }

  /**
   * Starts a harness process and waits until it serves.
   * @throws ToolkitError `sandbox-failure` when it does not come up.
   */
  static async start(options: ZygoteOptions): Promise<Zygote> {
    const zygote = new Zygote(options);
    try {
      await zygote.#answer();
      return zygote;
    } catch (error) {
      await zygote.dispose();
      const said = zygote.#log.trim();
      throw new ToolkitError(
        "sandbox-failure",
        `The sandbox (${options.backend.name}) did not start. ${said}`,
        {
          hint: "Run `codergen doctor` to see what is missing.",
          retryable: true,
          cause: error,
        },
      );
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
      this.#processLimit.set(job.limits.processes);
      const limits = { ...job.limits, countByUser: this.#limitsByUser };
      this.#send({ type: "job", id: this.#nextId, job: { ...job, limits } });
      const message = await this.#answer();
      if (message.report === undefined) throw new LostJob(message.lost ?? "no report");
      return message.report;
    } catch (error) {
      throw isAborted(signal) ? interrupted() : error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  get alive(): boolean {
    return this.#ended === undefined;
  }

  /** Ends the process and everything in it, and removes its folders. */
  async dispose(): Promise<void> {
    this.#control.destroy();
    if (this.#isolated) this.#kill();
    const timer = setTimeout(() => this.#kill(), GOODBYE_MS);
    await this.#exited;
    clearTimeout(timer);
    await this.#processLimit.remove();
    removeHostScratch(this.#hostScratch);
  }

  /** At once; without isolation the harness needs the closed socket to end what the program started. */
  #kill(): void {
    this.#control.destroy();
    if (this.#isolated) this.#child.kill("SIGKILL");
    else setTimeout(() => this.#child.kill("SIGKILL"), GOODBYE_MS).unref();
  }

  #send(message: unknown): void {
    if (this.#ended === undefined) this.#control.write(`${JSON.stringify(message)}\n`);
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
    this.#control.setEncoding("utf8");
    this.#control.on("data", (chunk: string) => this.#receive(chunk));
    this.#control.on("error", () => this.#end("its socket broke"));
    this.#control.on("close", () => this.#end("its socket closed"));
    const log = this.#child.stderr as Readable;
    log.setEncoding("utf8");
    log.on("data", (chunk: string) => {
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

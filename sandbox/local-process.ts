/** Starts processes of this machine for the backends that isolate by a command in front of the interpreter. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Duplex, Readable, Writable } from "node:stream";
import type { Backend, InsidePaths, IsolatedProcess, ProcessEnd, StartRequest } from "./backend.ts";
import { makeHostScratch, removeHostScratch } from "./host-scratch.ts";
import { ProcessLimit } from "./process-limit.ts";

export interface LaunchRequest extends StartRequest {
  /** A folder of this launch on the host; used only where there is no private /tmp. */
  readonly hostScratch: string;
}

export interface Launch {
  readonly command: readonly [file: string, ...args: string[]];
  readonly variables: Readonly<Record<string, string>>;
  readonly paths: InsidePaths;
}

/** A backend that is a command line. */
export interface LocalBackend extends Omit<Backend, "start"> {
  launch(request: LaunchRequest): Launch;
}

/** The backend that starts what `local` launches. */
export function localBackend(local: LocalBackend): Backend {
  const { name, isolated, probe } = local;
  return { name, isolated, probe, start: async (request) => new LocalProcess(local, request) };
}

class LocalProcess implements IsolatedProcess {
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  readonly paths: InsidePaths;
  readonly ended: Promise<ProcessEnd>;
  readonly countsByUser: boolean;
  readonly #child: ChildProcess;
  readonly #isGroup: boolean;
  readonly #limit = new ProcessLimit();
  readonly #hostScratch = makeHostScratch();

  constructor(backend: LocalBackend, request: StartRequest) {
    const launch = backend.launch({ ...request, hostScratch: this.#hostScratch });
    this.paths = launch.paths;
    this.#isGroup = request.role === "script";
    this.countsByUser = backend.isolated && process.getuid?.() !== 0;
    const [file, ...args] = this.#limit.wrap(launch.command);
    const stdio = this.#isGroup ? (["pipe", "pipe", "pipe"] as const) : HARNESS_STREAMS;
    const child = spawn(file, args, { env: launch.variables, stdio: [...stdio], detached: this.#isGroup });
    this.#child = child;
    const control = child.stdio[3] as Duplex | undefined;
    this.input = control ?? (child.stdin as Writable);
    this.output = control ?? (child.stdout as Readable);
    this.errors = child.stderr as Readable;
    this.ended = endOf(child, this.#isGroup ? "close" : "exit");
  }

  async allowProcesses(count: number): Promise<void> {
    this.#limit.set(count);
  }

  hangUp(): void {
    this.input.destroy();
    if (!this.#isGroup) this.output.destroy();
  }

  kill(): void {
    if (!this.#isGroup) {
      this.#child.kill("SIGKILL");
      return;
    }
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  }

  async remove(): Promise<void> {
    await this.#limit.remove();
    removeHostScratch(this.#hostScratch);
  }
}

/** The control socket of the harness is its descriptor 3. */
const HARNESS_STREAMS = ["ignore", "ignore", "pipe", "pipe"] as const;

function endOf(child: ChildProcess, event: "exit" | "close"): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once(event, (exitCode: number | null, signal: NodeJS.Signals | null) =>
      resolve({ how: `it ended with ${signal ?? `status ${exitCode}`}`, exitCode, fromOutside: false }),
    );
    child.once("error", (error) => resolve({ how: error.message, exitCode: null, fromOutside: true }));
  });
}

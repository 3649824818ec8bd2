/**
 * Internal contract of the isolation backends: how a Python process is started inside the isolation, and
 * how it is held. What runs there (the harness) and how it is spoken to is the same for all of them.
 */
import type { Readable, Writable } from "node:stream";

export type Availability =
  | { readonly available: true }
  | { readonly available: false; readonly reason: string };

/** Where things lie as the process inside sees them. */
export interface InsidePaths {
  readonly harness: string;
  /** Writable folder, limited in size where the backend can. */
  readonly scratch: string;
}

export interface StartRequest {
  /** "harness": lines of JSON are spoken with it; "script": standard streams. */
  readonly role: "harness" | "script";
  /** Absolute path of the interpreter: on the host, readable inside by `readablePaths`; or in `image`. */
  readonly python: string;
  readonly pythonArguments: (paths: InsidePaths) => readonly string[];
  /** Folders of the host, shown read-only at the same place. */
  readonly readablePaths: readonly string[];
  /** The container image that holds the environment; null when it lies on the host. */
  readonly image: string | null;
  /** The whole environment inside; nothing of the host's is added. */
  readonly variables: Readonly<Record<string, string>>;
  readonly scratchBytes: number;
  readonly network: boolean;
  /** Ids of the GPUs it may use; empty for none. Backends that cannot give GPUs are never asked to. */
  readonly gpus: readonly string[];
}

/** How a process ended. */
export interface ProcessEnd {
  readonly how: string;
  readonly exitCode: number | null;
  /** It was ended by something that no program inside could have done: the run counts for nothing. */
  readonly fromOutside: boolean;
}

/** A started process and all that belongs to it. */
export interface IsolatedProcess {
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  readonly paths: InsidePaths;
  /** Settles when the process is gone; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** `RLIMIT_NPROC` inside counts this process's own user alone. */
  readonly countsByUser: boolean;
  /** Allow `count` processes of the program's own, where the backend can. */
  allowProcesses(count: number): Promise<void>;
  /** Closes its input and output, which a harness takes for the order to end. */
  hangUp(): void;
  /** Ends it and everything in it, at once. */
  kill(): void;
  /** Removes what belonged to it, once it has ended. */
  remove(): Promise<void>;
}

export interface Backend {
  readonly name: "docker" | "bubblewrap" | "namespace" | "none";
  readonly isolated: boolean;
  probe(): Promise<Availability>;
  /** @throws Error when it cannot be started. */
  start(request: StartRequest): Promise<IsolatedProcess>;
}

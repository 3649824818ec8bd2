/**
 * Internal contract of the isolation backends: how a Python process is started inside the isolation.
 * What runs there (the harness) and how it is spoken to is the same for all of them.
 */

export type Availability =
  | { readonly available: true }
  | { readonly available: false; readonly reason: string };

/** Where things lie as the process inside sees them. */
export interface InsidePaths {
  readonly harness: string;
  /** Writable folder, limited in size where the backend can. */
  readonly scratch: string;
}

export interface LaunchRequest {
  /** Absolute path of the interpreter, readable inside by `readablePaths`. */
  readonly python: string;
  readonly pythonArguments: (paths: InsidePaths) => readonly string[];
  readonly readablePaths: readonly string[];
  /** The whole environment inside; nothing of the host's is added. */
  readonly variables: Readonly<Record<string, string>>;
  readonly scratchBytes: number;
  /** A folder of this launch on the host, made by the caller; used only where there is no private /tmp. */
  readonly hostScratch: string;
}

export interface Launch {
  readonly command: readonly [file: string, ...args: string[]];
  readonly variables: Readonly<Record<string, string>>;
  readonly paths: InsidePaths;
}

export interface Backend {
  readonly name: "bubblewrap" | "namespace" | "none";
  readonly isolated: boolean;
  probe(): Promise<Availability>;
  launch(request: LaunchRequest): Launch;
}

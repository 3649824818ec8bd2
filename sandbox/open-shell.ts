/** A shell for a person in the same isolation as a run: same root, user, network and environment. */
import type { Readable, Writable } from "node:stream";
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import { type BackendChoice, chooseBackend } from "./choose-backend.ts";
import type { DockerBackend } from "./docker.ts";
import { runVariables } from "./run-variables.ts";

const SHELL_PROCESSES = 256;
const SCRATCH_BYTES = 512 * 1024 ** 2;

export interface ShellOptions {
  readonly backend: BackendChoice;
  readonly docker?: DockerBackend;
  readonly network?: boolean;
  /** Files to find in the working folder, by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

/**
 * Joins `input`, `output` and `errors` with a shell until it ends; its exit status.
 * @throws ToolkitError `sandbox-unavailable` when the backend does not work here.
 */
export async function openShell(
  environment: RealisedEnvironment,
  options: ShellOptions,
  signal: AbortSignal,
): Promise<number | null> {
  const backend = await chooseBackend(options.backend, options.docker);
  const started = await backend.start({
    role: "script",
    python: "/bin/sh",
    pythonArguments: () => ["-i"],
    readablePaths: environment.readablePaths,
    image: environment.image ?? null,
    variables: { ...runVariables(environment.python, 0), PS1: "sandbox$ ", TERM: "dumb" },
    scratchBytes: SCRATCH_BYTES,
    network: options.network ?? false,
    gpus: [],
  });
  const onAbort = () => started.kill();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await started.allowProcesses(SHELL_PROCESSES);
    for (const [name, text] of Object.entries(options.files)) started.input.write(writingCommand(name, text));
    options.input.pipe(started.input);
    started.output.pipe(options.output, { end: false });
    started.errors.pipe(options.errors, { end: false });
    return (await started.ended).exitCode;
  } finally {
    signal.removeEventListener("abort", onAbort);
    options.input.unpipe(started.input);
    await started.remove();
  }
}

/** Puts a file into the working folder from inside, which works wherever that folder is. */
function writingCommand(name: string, text: string): string {
  const quoted = name.replaceAll(/[^\w.-]/g, "_");
  return `printf %s '${Buffer.from(text).toString("base64")}' | base64 -d > ./${quoted}\n`;
}

/** Runs a command in a container of its own to its end: no race with the engine's removal, no name taken twice. */
import { type ContainerRequest } from "./container-options.ts";
import { ContainerProcess } from "./container-process.ts";
import type { Engine } from "./engine.ts";

const TIMEOUT_MS = 60_000;

export interface CommandEnd {
  readonly exitCode: number | null;
  readonly output: Buffer;
  readonly errors: Buffer;
}

/** @throws Error with the engine's reason when it cannot be started; exit code null when the engine was lost. */
export async function runToEnd(
  engine: Engine,
  request: Pick<ContainerRequest, "image" | "command"> & Partial<ContainerRequest>,
): Promise<CommandEnd> {
  const started = await ContainerProcess.start(engine, { ...DEFAULTS, ...request });
  const timer = setTimeout(() => started.kill(), TIMEOUT_MS);
  const chunks = { output: [] as Buffer[], errors: [] as Buffer[] };
  for (const name of ["output", "errors"] as const) {
    started[name].on("data", (chunk: Buffer) => chunks[name].push(chunk));
  }
  started.input.end();
  const { exitCode } = await started.ended;
  clearTimeout(timer);
  await started.remove();
  return { exitCode, output: Buffer.concat(chunks.output), errors: Buffer.concat(chunks.errors) };
}

const DEFAULTS = {
  role: "question",
  variables: {},
  scratchBytes: 64 * 1024 ** 2,
  processes: 64,
  network: false,
  readablePaths: [],
  gpus: [],
} as const;

/** Running one task file: its verdicts, or a shell in the environment and isolation that it runs in. */
import { basename } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Config } from "../contracts/config.ts";
import { loadPython } from "../python/index.ts";
import { createToolkit } from "../registry.ts";
import { parseTask } from "../task/parse.ts";
import { readTaskFile } from "./verify-file.ts";

export interface ShellStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

/**
 * Opens a shell where the task file runs, with the file in its working folder; the shell's exit status.
 * @throws ToolkitError `input-not-found`, `input-invalid`, `install-failed`, `sandbox-unavailable`.
 */
export async function openTaskShell(
  file: string,
  config: Config,
  streams: ShellStreams,
  signal: AbortSignal = new AbortController().signal,
): Promise<number | null> {
  const text = await readTaskFile(file);
  const task = parseTask(text, await loadPython());
  const toolkit = createToolkit(config);
  try {
    return await toolkit.shell(task.requirements, { ...streams, files: { [basename(file)]: text } }, signal);
  } finally {
    await toolkit.close();
  }
}

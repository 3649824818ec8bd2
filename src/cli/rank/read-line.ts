/** Lines that a person types, or that a pipe or a file has: one at a time, each when it is asked for. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

export interface LineReader {
  /** True when somebody sits at a terminal. */
  readonly isTerminal: boolean;
  /** The next line; null when there is none any more, or `signal` fired. */
  next(prompt: string): Promise<string | null>;
  close(): void;
}

/** @param file Left out: standard input. */
export function openLineReader(file: string | undefined, signal: AbortSignal): LineReader {
  // editing a line needs a terminal on both sides: what is written elsewhere is to stay without control sequences
  const isTerminal = file === undefined && process.stdin.isTTY && process.stderr.isTTY;
  const input = file === undefined ? process.stdin : createReadStream(file, "utf8");
  const lines = createInterface({ input, ...(isTerminal && { output: process.stderr, terminal: true }) });
  const waiting: string[] = [];
  const state: { ended: boolean; failure: Error | null } = { ended: false, failure: null };
  let wake: () => void = () => undefined;
  lines.on("line", (line) => {
    waiting.push(line);
    wake();
  });
  lines.on("close", () => {
    state.ended = true;
    wake();
  });
  input.on("error", (error: Error) => {
    state.failure = error;
    state.ended = true;
    wake();
  });
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT")); // the terminal is raw: Ctrl-C comes as a key
  signal.addEventListener("abort", () => wake(), { once: true });
  return {
    isTerminal,
    async next(prompt) {
      if (isTerminal) {
        lines.setPrompt(prompt);
        lines.prompt();
      }
      while (waiting.length === 0 && !state.ended && !signal.aborted)
        await new Promise<void>((resolve) => (wake = resolve));
      if (state.failure !== null) throw state.failure;
      return signal.aborted ? null : (waiting.shift() ?? null);
    },
    close: () => lines.close(),
  };
}

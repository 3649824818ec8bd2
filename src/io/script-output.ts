/** Follows a running script: its lines as they come, its words in a log, and why it failed. */
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { ToolkitError } from "../errors.ts";
import type { RunningScript } from "./script-place.ts";

const TAIL_CHARS = 2_000;

/** What a script said on standard error: all of it in a file, its end here. */
export interface ScriptLog {
  readonly path: string;
  tail(): string;
  close(): void;
}

export function keepLog({ errors }: RunningScript, path: string): ScriptLog {
  const file = createWriteStream(path, { flags: "a" });
  let tail = "";
  errors.on("data", (chunk: Buffer) => {
    file.write(chunk);
    tail = (tail + chunk.toString()).slice(-TAIL_CHARS);
  });
  return { path, tail: () => tail, close: () => void file.end() };
}

/** Objects that the script prints, one a line; what a library printed between is left out. */
export async function* jsonLinesOf({ output }: RunningScript): AsyncGenerator {
  for await (const line of createInterface({ input: output })) {
    try {
      yield JSON.parse(line);
    } catch {
      // no line of ours
    }
  }
}

/** @param what "the training", "the model's server". */
export function scriptFailure(what: string, status: number | null, log: ScriptLog): ToolkitError {
  const last = log.tail().trim().split("\n").at(-1) ?? "";
  const packages = "torch, transformers, trl, peft, datasets and accelerate";
  const hint = /^(ModuleNotFoundError|ImportError)/.test(last)
    ? `Give a Python with ${packages}: --python PATH. `
    : /out of memory/i.test(log.tail()) || status === null || status === 137
      ? "Memory may have run out: a smaller --batch-size or --max-length needs less. "
      : "";
  const how = status === null ? "was killed" : `ended with status ${status}`;
  return new ToolkitError("prerequisite-missing", `${what} ${how}${last === "" ? "" : `: ${last}`}`, {
    hint: `${hint}All that it said is in ${log.path}.`,
  });
}

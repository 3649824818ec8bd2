/** Where the toolkit's own Python scripts run, and how they are held: by their standard input, whose end is the order to end. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ToolkitError } from "../errors.ts";
import { inheritedEnvironment } from "./env.ts";
import { packageRoot } from "./package-root.ts";

/** Folders that a script needs, at the same paths inside as here. */
export interface ScriptFiles {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}

export interface RunningScript {
  readonly output: Readable;
  readonly errors: Readable;
  /** Exit status; null when it was killed. Rejects when it could not be started. */
  readonly ended: Promise<number | null>;
  /** Closes its input: it keeps what it has and ends. */
  end(): void;
  /** Ends it at once and removes what belonged to it. */
  kill(): Promise<void>;
}

export interface ScriptPlace {
  /** False where a server's loopback address is not this machine's: it is reached by a Unix socket then. */
  readonly sharesLoopback: boolean;
  /** @param script Name of a file in `scripts/`. */
  run(script: string, words: readonly string[], files: ScriptFiles): Promise<RunningScript>;
}

/** Folder of the scripts. */
export const scriptFolder = (): string => join(packageRoot(), "scripts");

/**
 * This machine, with a Python of it.
 * @param gpus Ids such as "0,1", "all" or "none"; null leaves it to what is there.
 * @param scripts Folder of the scripts.
 */
export function hostPlace(
  python: string,
  gpus: string | null,
  scripts: string = scriptFolder(),
): ScriptPlace {
  const visible =
    gpus === null || gpus === "all" ? {} : { CUDA_VISIBLE_DEVICES: gpus === "none" ? "" : gpus };
  return {
    sharesLoopback: true,
    run: async (script, words) => {
      const child = spawn(python, [join(scripts, script), ...words], {
        stdio: ["pipe", "pipe", "pipe"],
        env: inheritedEnvironment({ ...visible, PYTHONDONTWRITEBYTECODE: "1" }),
        detached: true, // Ctrl-C of the terminal is the toolkit's: it ends the script in order
      });
      child.stdin.on("error", () => undefined); // it has ended already
      const ended = new Promise<number | null>((resolve, reject) => {
        child.once("error", (cause) => reject(cannotStart(python, cause)));
        child.once("close", resolve);
      });
      ended.catch(() => undefined);
      return {
        output: child.stdout,
        errors: child.stderr,
        ended,
        end: () => void child.stdin.end(),
        kill: async () => {
          child.kill("SIGKILL");
          await ended.catch(() => undefined);
        },
      };
    },
  };
}

function cannotStart(python: string, cause: unknown): ToolkitError {
  return new ToolkitError("prerequisite-missing", `${python} cannot be started`, {
    hint: "Give a Python with torch, transformers, trl and peft: --python PATH.",
    cause,
  });
}

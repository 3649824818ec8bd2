/** Finds the Python that environments are made from, and what of the file system it needs. */
import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { promisify } from "node:util";
import { ToolkitError } from "../src/errors.ts";

/** What tasks say they need: a verdict of an older Python would be about none of them. */
const OLDEST_MINOR = 10;
const TIMEOUT_MS = 30_000;
const QUESTION = `
import json, os, sys
real = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
print(json.dumps({"python": real, "prefix": sys.base_prefix, "exec_prefix": sys.base_exec_prefix,
                  "version": ".".join(map(str, sys.version_info[:3]))}))
`;

export interface Interpreter {
  /** Absolute path of the real binary, no shim. */
  readonly python: string;
  /** Full version, e.g. "3.11.7". */
  readonly version: string;
  readonly readablePaths: readonly string[];
}

/**
 * Asks `python` (a path, or a name looked up in PATH) where it really is.
 * @throws ToolkitError `prerequisite-missing` when there is none or it is older than 3.10.
 */
export async function findInterpreter(python: string): Promise<Interpreter> {
  const { prefix, exec_prefix, ...found } = await ask(python);
  const [major = 0, minor = 0] = found.version.split(".").map(Number);
  if (major !== 3 || minor < OLDEST_MINOR) {
    throw new ToolkitError("prerequisite-missing", `${found.python} is Python ${found.version}.`, {
      hint: `Install Python 3.${OLDEST_MINOR} or later, or name one with --python.`,
    });
  }
  const prefixes = [prefix, exec_prefix].flatMap((path) => [path, realpathSync(path)]);
  return { ...found, readablePaths: [...new Set(prefixes)] };
}

async function ask(python: string) {
  try {
    const { stdout } = await promisify(execFile)(python, ["-I", "-c", QUESTION], { timeout: TIMEOUT_MS });
    return JSON.parse(stdout) as { python: string; prefix: string; exec_prefix: string; version: string };
  } catch (error) {
    throw new ToolkitError("prerequisite-missing", `No working Python: ${python} could not be run.`, {
      hint: `Install Python 3.${OLDEST_MINOR} or later, or name one with --python.`,
      cause: error,
    });
  }
}

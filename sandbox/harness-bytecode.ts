/** Compiles the harness once for an interpreter, so that a new zygote does not: it runs read-only and cannot keep it. */
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RealisedEnvironment } from "../src/contracts/environment.ts";
import { packageRoot } from "../src/io/package-root.ts";

const TIMEOUT_MS = 30_000;
const done = new Map<string, Promise<void>>();

/** Whether every source has bytecode that is not older. */
function isFresh(folder: string, tag: string): boolean {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".py"))
      .every((name) => {
        const compiled = join(folder, "__pycache__", name.replace(/py$/, `${tag}.pyc`));
        return statSync(compiled).mtimeMs >= statSync(join(folder, name)).mtimeMs;
      });
  } catch {
    return false;
  }
}

async function compile(python: string, version: string): Promise<void> {
  const folder = join(packageRoot(), "sandbox/harness/codergen_harness");
  const [major = "", minor = ""] = version.split(".");
  if (isFresh(folder, `cpython-${major}${minor}`)) return;
  try {
    await promisify(execFile)(python, ["-I", "-m", "compileall", "-q", folder], {
      timeout: TIMEOUT_MS,
      env: {},
    });
  } catch {
    // the folder cannot be written, or the interpreter lies in an image: zygotes compile for themselves
  }
}

/** Has the harness compiled for this environment's interpreter; never rejects. */
export function cacheHarnessBytecode({ python, image, environment }: RealisedEnvironment): Promise<void> {
  if (image !== undefined && image !== null) return Promise.resolve();
  const known = done.get(environment.pythonVersion) ?? compile(python, environment.pythonVersion);
  done.set(environment.pythonVersion, known);
  return known;
}

/** A Python that has EvalPlus: given by EVALPLUS_PYTHON, or a virtual environment made here once with pip. */
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Its path, or null when it cannot be installed, with the reason on standard error. */
export function evalplusPython(cacheDir: string): string | null {
  const given = process.env["EVALPLUS_PYTHON"];
  if (given) return given;
  const folder = join(cacheDir, "evalplus");
  const python = join(folder, "bin/python");
  if (existsSync(join(folder, "bin/evalplus.evaluate"))) return python;
  try {
    execFileSync("python3", ["-m", "venv", folder], { stdio: "ignore" });
    // Not by the environment manager: one of its dependencies is a source distribution, which is built as it installs.
    execFileSync(python, ["-m", "pip", "install", "--quiet", "evalplus"], { stdio: "ignore" });
    return python;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    process.stderr.write(`skipped: EvalPlus cannot be installed here: ${String(error)}\n`);
    return null;
  }
}

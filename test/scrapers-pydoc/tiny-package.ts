/** A small package on disk, as an environment that the real sandbox can run. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentManager, RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox, ScriptJob, ScriptReport } from "../../src/contracts/sandbox.ts";

const FILES: Readonly<Record<string, string>> = {
  "tinypackage/__init__.py": [
    '"""A tiny package.',
    "",
    ">>> twice(2)",
    "4",
    '"""',
    "from tinypackage.core import twice",
    '__all__ = ["twice"]',
  ].join("\n"),
  "tinypackage/core.py": [
    '"""Core."""',
    "def twice(number, *, times: int = 2):",
    '    """Multiplies.',
    "",
    "    Args:",
    "        number: What to multiply.",
    "",
    "    Raises:",
    "        TypeError: If it is no number.",
    "",
    "    >>> twice(2)",
    "    4",
    "",
    "    >>> twice(3.5)",
    "    7.0",
    '    """',
    "    return number * times",
    "class Box:",
    '    """Holds things."""',
    "    def count(self):",
    '        """Counts.',
    "",
    "        >>> Box().count()",
    "        0",
    '        """',
    "        return 0",
    "    def plain(self):",
    '        """Nothing to show."""',
    "def _hidden():",
    '    """Hidden."""',
  ].join("\n"),
  "tinypackage/broken.py": 'print("noise")\nimport no_such_module_anywhere\n',
  "tinypackage/tests/__init__.py": "raise RuntimeError('tests are not imported')\n",
  "tinypackage-1.2.dist-info/METADATA":
    "Metadata-Version: 2.1\nName: tinypackage\nVersion: 1.2\nClassifier: License :: OSI Approved :: MIT License\nProject-URL: Homepage, https://tiny.invalid\n",
  "tinypackage-1.2.dist-info/top_level.txt": "tinypackage\n",
  "tinypackage-1.2.dist-info/RECORD": "tinypackage/__init__.py,,\n",
};

export function writeTinyPackage(folder: string): void {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Runs scripts with the machine's Python and the folder on its path: isolation is tested elsewhere. */
export function plainSandbox(folder: string): Pick<Sandbox, "script"> {
  return {
    script(_environment: RealisedEnvironment, job: ScriptJob): Promise<ScriptReport> {
      const stdout = execFileSync("python3", ["-", ...job.args], {
        input: job.script,
        encoding: "utf8",
        maxBuffer: job.maxOutputBytes,
        env: { ...process.env, PYTHONPATH: folder },
        stdio: ["pipe", "pipe", "ignore"],
      });
      return Promise.resolve({ exitCode: 0, stdout, stderrTail: "", timedOut: false });
    },
  };
}

export function plainEnvironments(unknown: readonly string[] = []): EnvironmentManager {
  return {
    resolve(requirements) {
      const failed = requirements.some((name) => unknown.includes(name));
      return Promise.resolve({
        environment: {
          id: "0".repeat(16),
          requirements: [...requirements],
          pythonVersion: "3.11.0",
          state: failed ? "install-failed" : "ready",
          lock: [],
          reason: failed ? "No matching distribution found" : null,
        },
        python: "python3",
        readablePaths: [],
      });
    },
  };
}

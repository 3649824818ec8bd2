/** Verifying task files outside a run. */
import { readFile } from "node:fs/promises";
import type { Config } from "../contracts/config.ts";
import type { VerifyRecord } from "../contracts/execution.ts";
import { ToolkitError } from "../errors.ts";
import { verifyTask } from "../pipeline/verify-task.ts";
import { loadPython, type Python } from "../python/index.ts";
import { createToolkit } from "../registry.ts";
import { parseTask } from "../task/parse.ts";
import { toProgram } from "../task/program.ts";
import type { OpenVerification } from "./open-work.ts";

/** What became of one file. */
export interface FileVerdict {
  readonly file: string;
  readonly record: VerifyRecord;
  /** Command that shows the same by hand. */
  readonly reproduce: string;
}

/**
 * What `verifyFiles` would run.
 * @throws ToolkitError `input-not-found`, `input-invalid` for a file that is no task.
 */
export async function openFiles(files: readonly string[]): Promise<Omit<OpenVerification, "folder">> {
  const python = await loadPython();
  const open: OpenVerification["open"][number][] = [];
  for (const file of files) {
    const { id, requirements } = parseTask(await readTaskText(file, python), python);
    open.push({ taskId: id, requirements });
  }
  return { tasks: open.length, done: 0, open };
}

/**
 * Runs task files in the sandbox, in order.
 * @throws ToolkitError `input-not-found`, `input-invalid` for a file that is no task.
 */
export async function* verifyFiles(
  files: readonly string[],
  config: Pick<Config, "sandbox" | "workers" | "python" | "cacheDir" | "verify">,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<FileVerdict> {
  const toolkit = createToolkit(config);
  try {
    const sandbox = await toolkit.sandbox();
    const environments = await toolkit.environments();
    const context = { sandbox, environments, toProgram, concurrency: config.workers, signal };
    const python = await loadPython();
    for (const file of files) {
      signal.throwIfAborted();
      const task = parseTask(await readTaskText(file, python), python);
      const realised = await environments.resolve(task.requirements, signal);
      const record = await verifyTask(
        task,
        realised,
        { settings: config.verify, duplicateOf: null },
        context,
      );
      yield { file, record, reproduce: `${realised.python} ${file}` };
    }
  } finally {
    await toolkit.close();
  }
}

/**
 * A task file's text; all of it has to parse, also what stands outside its cells.
 * @throws ToolkitError `input-not-found`, `input-invalid` with the line.
 */
export async function readTaskText(file: string, python: Python): Promise<string> {
  const text = await readTaskFile(file);
  const [problem] = python.syntaxErrors(text);
  if (problem !== undefined) {
    throw new ToolkitError("input-invalid", `${file}:${problem.line}: ${problem.message}`, {
      hint: `The file is not valid Python; \`python ${file}\` shows the same.`,
    });
  }
  return text;
}

/** @throws ToolkitError `input-not-found`. */
export async function readTaskFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new ToolkitError("input-not-found", `cannot read the task file ${file}`, {
      hint: "Give the path of a .py file in the layout of docs/task-format.md, or --out with a run folder.",
      cause: error,
    });
  }
}

/** Grading samples against a dataset in HumanEval's format, each outside the process that judges it. */
import { type GradeRecord, type Problem, problemSchema } from "../contracts/grade.ts";
import { limitsSchema } from "../contracts/sandbox.ts";
import type { Config } from "../contracts/config.ts";
import { ToolkitError } from "../errors.ts";
import { gradeLines } from "../pipeline/grade.ts";
import { textLines } from "../io/dataset-rows.ts";
import { createToolkit } from "../registry.ts";
import { validate } from "../util/validate.ts";

const LEAST_CPU_SECONDS = 5;
const LEAST_WALL_SECONDS = 30;
const CPU_FACTOR = 5;

export interface GradeOptions {
  /** Problems, JSON Lines: `task_id`, `prompt`, `entry_point`, `test`. */
  readonly dataset: string;
  /** Samples, JSON Lines: `task_id`, and `solution` or `completion`. */
  readonly samples: string;
  readonly sandbox?: Config["sandbox"];
  /** Samples run at one time (2). */
  readonly workers?: number;
  readonly python?: string;
  readonly cacheDir?: string;
  /** Distributions that programs or tests need beyond the standard library. */
  readonly requirements?: readonly string[];
  /** Least CPU seconds of a sample (5); a slow reference raises the limit to five times its own time. */
  readonly cpuSeconds?: number;
  readonly signal?: AbortSignal;
}

/**
 * One record a sample, in the order of the file; holds the problems and a window of samples in memory.
 * @throws ToolkitError `input-not-found`, `input-invalid` for files, `sandbox-unavailable`, `interrupted`.
 */
export async function* gradeSamples(options: GradeOptions): AsyncGenerator<GradeRecord> {
  const { workers = 2, python = "python3", sandbox = "auto", cacheDir, requirements = [] } = options;
  const problems = await readProblems(options.dataset);
  const signal = options.signal ?? new AbortController().signal;
  const toolkit = createToolkit({ sandbox, workers, python, cacheDir });
  try {
    const environment = await (await toolkit.environments()).resolve(requirements, signal);
    const cpuSeconds = options.cpuSeconds ?? LEAST_CPU_SECONDS;
    const limits = limitsSchema.parse({ cpuSeconds, wallSeconds: LEAST_WALL_SECONDS });
    const settings = { environment, problems, limits, cpuFactor: CPU_FACTOR, workers, signal };
    const lines = readJsonLines(options.samples, (line) => line);
    yield* gradeLines(lines, { sandbox: await toolkit.sandbox(), ...settings });
  } finally {
    await toolkit.close();
  }
}

async function readProblems(file: string): Promise<Map<string, Problem>> {
  const problems = new Map<string, Problem>();
  let number = 0;
  const invalid = (): never => {
    throw new ToolkitError("input-invalid", `${file}: line ${number + 1} is not JSON`, {
      hint: "The dataset is JSON Lines with task_id, prompt, entry_point and test.",
    });
  };
  for await (const line of readJsonLines(file, invalid)) {
    number++;
    const problem = validate(problemSchema, line, `${file}: line ${number}`);
    problems.set(problem.task_id, problem);
  }
  return problems;
}

/** Values of a file's lines, blank ones left out; `invalid` gives what stands for a line that is not JSON. */
async function* readJsonLines(file: string, invalid: (line: string) => unknown): AsyncGenerator {
  for await (const line of textLines(file)) yield parsed(line, invalid);
}

function parsed(line: string, invalid: (line: string) => unknown): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return invalid(line);
  }
}

/** What is under repair: a task file, or any Python file with a file of tests. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { RepairRequest } from "../contracts/repair.ts";
import type { VerifyJob } from "../contracts/sandbox.ts";
import { ToolkitError } from "../errors.ts";
import { loadPython, type Python } from "../python/index.ts";
import { parseTask, programText, replaceProgram, taskFileLine, withProgramText } from "../task/index.ts";
import { testCell } from "../task/render.ts";
import { readTests } from "./read-tests.ts";

export interface RepairSubject {
  readonly file: string;
  /** The file as it is, with LF. */
  readonly text: string;
  readonly request: RepairRequest;
  readonly tests: string;
  readonly cases: VerifyJob["cases"];
  readonly testContext: string;
  /** The place of a line of the tested text. */
  place(line: number, code: string): { readonly file: string; readonly line: number };
  /** The file's text with another program in it. */
  withProgram(code: string): string;
}

export interface SubjectOptions {
  /** File of tests; without it the file has to be a task file. */
  readonly tests?: string | undefined;
  readonly functionName?: string | undefined;
  readonly instruction?: string | undefined;
  readonly requirements?: readonly string[] | undefined;
  readonly documents?: RepairRequest["documents"] | undefined;
}

/** Lines between program and tests, as the runner puts them. */
const LINES_BETWEEN = 3;

/**
 * Reads what is to be repaired.
 * @throws ToolkitError `input-not-found`, `input-invalid`, `usage`.
 */
export async function readSubject(file: string, options: SubjectOptions): Promise<RepairSubject> {
  const text = await readSource(file);
  const python = await loadPython();
  return options.tests === undefined
    ? taskSubject(file, text, options, python)
    : await plainSubject(file, text, { ...options, tests: options.tests }, python);
}

function taskSubject(file: string, text: string, options: SubjectOptions, python: Python): RepairSubject {
  const task = readTask(file, text, python);
  const { instruction = task.instruction, requirements = [] } = options;
  return {
    file,
    text,
    request: {
      id: task.id,
      instruction,
      code: programText(task),
      functionName: options.functionName ?? task.functionName,
      requirements: [...task.requirements, ...requirements],
      documents: options.documents ?? [],
    },
    tests: testCell(task),
    cases: task.cases.map(({ kind, name }) => ({ kind, name })),
    testContext: task.imports,
    place: (line, code) => {
      const firstTest = code.split("\n").length + LINES_BETWEEN;
      return { file, line: taskFileLine(text, task, firstTest)(line) };
    },
    withProgram: (code) => replaceProgram(text, withProgramText(task, code, python)),
  };
}

function readTask(file: string, text: string, python: Python) {
  try {
    return parseTask(text, python);
  } catch (error) {
    if (!(error instanceof ToolkitError)) throw error;
    throw new ToolkitError("usage", `${file} is no task file: ${error.message}`, {
      hint: "Give its tests with --tests FILE, or a file in the layout of docs/task-format.md.",
      cause: error,
    });
  }
}

async function plainSubject(
  file: string,
  text: string,
  options: SubjectOptions & { readonly tests: string },
  python: Python,
): Promise<RepairSubject> {
  const module = basename(file).replace(/\.py$/, "");
  const { tests, cases } = readTests(await readSource(options.tests), options.tests, module, python);
  const code = text.replace(/\n+$/, "");
  const functionName = options.functionName ?? testedFunction(code, tests, python);
  if (functionName === null) {
    throw new ToolkitError("usage", `${file} defines nothing that ${options.tests} mentions`, {
      hint: "Name the function with --function.",
    });
  }
  const documented = python.definitions(code).find(({ name }) => name === functionName)?.docstring ?? null;
  const usual = documented ?? `Make the tests of \`${functionName}\` pass.`;
  return {
    file,
    text,
    request: {
      id: file,
      instruction: options.instruction ?? usual,
      code,
      functionName,
      requirements: options.requirements ?? [],
      documents: options.documents ?? [],
    },
    tests,
    cases,
    testContext: "",
    place: (line, program) => {
      const firstTest = program.split("\n").length + LINES_BETWEEN;
      return line >= firstTest ? { file: options.tests, line: line - firstTest + 1 } : { file, line };
    },
    withProgram: (program) => `${program}\n`,
  };
}

/** The public function or class of the program that the tests mention first. */
function testedFunction(code: string, tests: string, python: Python): string | null {
  const names = python.parses(code)
    ? python.definitions(code).map(({ name }) => name)
    : [...code.matchAll(/^(?:async\s+def|def|class)\s+(\w+)/gm)].map(([, name]) => name ?? "");
  const mentioned = names
    .filter((name) => !name.startsWith("_"))
    .map((name) => ({ name, at: tests.search(new RegExp(`\\b${name}\\b`)) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  return mentioned[0]?.name ?? null;
}

async function readSource(file: string): Promise<string> {
  let data: Buffer;
  try {
    data = await readFile(file);
  } catch (error) {
    throw new ToolkitError("input-not-found", `cannot read ${file}`, {
      hint: "Give the path of a Python file.",
      cause: error,
    });
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    return text.replaceAll(/\r\n?/g, "\n");
  } catch (error) {
    throw new ToolkitError("input-invalid", `${file} is not UTF-8`, {
      hint: "Save it as UTF-8; `iconv -f LATIN1 -t UTF-8` converts it.",
      cause: error,
    });
  }
}

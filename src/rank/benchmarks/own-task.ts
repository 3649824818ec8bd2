/** codergen's own tasks, as a run has them and as an export does: the function is the reference, the cases are hidden. */
import { z } from "zod";
import { taskSchema } from "../../contracts/task.ts";
import type { Python } from "../../python/index.ts";
import { definitions } from "../../python/functions.ts";
import type { BenchmarkTask } from "./read-benchmark.ts";

/** A row of an export, as far as it is looked at. */
const exportRowSchema = z.looseObject({
  task_id: z.string(),
  instruction: z.string(),
  requirements: z.array(z.string()),
  imports: z.string(),
  function_name: z.string(),
  function: z.string(),
  tests: z.string(),
  case_names: z.array(z.string()),
});

interface Own {
  readonly id: string;
  readonly text: string;
  readonly functionName: string;
  readonly imports: string;
  readonly code: string;
  readonly setup: string;
  readonly cases: readonly string[];
  readonly requirements: string[];
}

/** A task of a run. */
export function ownTask(python: Python, row: unknown): BenchmarkTask {
  const { id, instruction, functionName, imports, functionCode, testSetup, cases, requirements } =
    taskSchema.parse(row);
  const codes = cases.map(({ code }) => code);
  return benchmarkTask(python, {
    id,
    text: instruction,
    functionName,
    imports,
    code: functionCode,
    setup: testSetup,
    cases: codes,
    requirements,
  });
}

/** A row of an exported dataset. */
export function exportedTask(python: Python, row: unknown): BenchmarkTask {
  const parsed = exportRowSchema.parse(row);
  const names = new Set(parsed.case_names);
  const parts = python.withRoot(parsed.tests, definitions);
  const cases = parts.filter(({ name }) => names.has(name));
  const setup = cases.reduce((rest, { code }) => rest.replace(code, ""), parsed.tests).trim();
  return benchmarkTask(python, {
    id: parsed.task_id,
    text: parsed.instruction,
    functionName: parsed.function_name,
    imports: parsed.imports,
    code: parsed.function,
    setup,
    cases: cases.map(({ code }) => code),
    requirements: parsed.requirements,
  });
}

function benchmarkTask(python: Python, own: Own): BenchmarkTask {
  const { id, text, functionName, imports, code, setup, cases, requirements } = own;
  return {
    task: {
      id,
      text,
      functionName,
      signature: header(python, own),
      context: imports.trim() === "" ? "" : `${imports.trimEnd()}\n`,
      setup: [imports, setup].filter((part) => part.trim() !== "").join("\n"),
      reference: imports.trim() === "" ? code : `${imports.trimEnd()}\n\n\n${code}`,
      validation: [...cases],
      requirements,
    },
    testTexts: cases,
  };
}

/** The function's header with the text as its docstring. */
function header(python: Python, { code, functionName, text }: Own): string {
  const found = python.functions(code).find(({ name }) => name === functionName);
  const parameters = found?.parameters.map(({ name, annotation, default: value, kind }) => {
    const star = kind === "var-positional" ? "*" : kind === "var-keyword" ? "**" : "";
    return `${star}${name}${annotation === null ? "" : `: ${annotation}`}${value === null ? "" : ` = ${value}`}`;
  });
  const result = found?.returnAnnotation ?? null;
  const arrow = result === null ? "" : ` -> ${result}`;
  const documented = text.replaceAll('"""', "'''");
  return `def ${functionName}(${(parameters ?? ["*args"]).join(", ")})${arrow}:\n    """${documented}"""`;
}

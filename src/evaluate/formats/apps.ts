/** APPS: `input_output` with texts for standard input and output, or with arguments for a function `fn_name`. */
import { z } from "zod";
import type { Judge } from "../../contracts/evaluation-task.ts";
import { ToolkitError } from "../../errors.ts";
import { callJudge, scriptJudge } from "./apps-judge.py.ts";
import { pythonString } from "./python-text.ts";
import { type ReadRow, taskIdSchema } from "./read-row.ts";
import { jsonFields } from "./row.ts";

const FIELDS = ["problem_id", "id", "task_id", "question", "solutions", "input_output", "starter_code"];
const schema = z.object({
  problem_id: taskIdSchema.optional(),
  id: taskIdSchema.optional(),
  task_id: taskIdSchema.optional(),
  question: z.string(),
  /** JSON text of a list of programs, or the list. */
  solutions: z.union([z.string(), z.array(z.string())]).optional(),
  /** JSON text. */
  input_output: z.string(),
  starter_code: z.string().default(""),
});

export const readApps: ReadRow = (row, { parse }) => {
  const record = parse(schema, row, FIELDS);
  const number = record.task_id ?? record.problem_id ?? record.id;
  const id = number === undefined || /^\d+$/.test(number) ? `APPS/${number ?? "?"}` : number;
  const fields = jsonFields(record.input_output);
  const [inputs, outputs] = [fields?.get("inputs"), fields?.get("outputs")];
  if (fields === null || inputs === undefined || outputs === undefined) throw withoutTests(id);
  const named: unknown = JSON.parse(fields.get("fn_name") ?? "null");
  const count = countOf(inputs);
  if (count === 0) throw withoutTests(id);
  const functionName = typeof named === "string" ? named : "run_program";
  const entry = typeof named === "string" ? "function" : "script";
  return {
    id,
    format: "apps",
    cluster: id,
    functionName,
    requirements: [],
    instruction: `${record.question.trim()}${howToAnswer(named, record.starter_code)}`,
    prefix: record.starter_code,
    preamble: "",
    judge: { ...judgeOf(functionName, entry, { inputs, outputs, count }), entry },
    reference: firstSolution(record.solutions),
    vacuousCases: null,
  };
};

function judgeOf(
  functionName: string,
  entry: Judge["entry"],
  { inputs, outputs, count }: { inputs: string; outputs: string; count: number },
): Omit<Judge, "entry"> {
  const names = Array.from({ length: count }, (_, index) => `test_${index + 1}`);
  const called = entry === "script" ? functionName : `_method(${solutionOf(functionName)})`;
  const cases = names.map((name, index) => `\n\ndef ${name}():\n    _check(${called}, ${index})\n`);
  const data = `_INPUTS = _json.loads(${pythonString(inputs)})\n_OUTPUTS = _json.loads(${pythonString(outputs)})\n`;
  return {
    context: "",
    tests: `import json as _json\n\n${data}${entry === "script" ? scriptJudge : callJudge(functionName)}${cases.join("")}`,
    cases: names.map((name) => ({ kind: "correctness", name })),
  };
}

/** The name is looked up when the case runs: LeetCode's form has a class `Solution`, others a plain function. */
function solutionOf(functionName: string): string {
  return `lambda: Solution, lambda: ${functionName}`;
}

function howToAnswer(named: unknown, starter: string): string {
  if (typeof named !== "string")
    return "\n\nWrite a Python program that reads standard input and prints to standard output.";
  const start = starter.trim() === "" ? "" : ` It begins like this:\n\n${starter.trim()}`;
  return `\n\nWrite a Python function \`${named}\` (in a class \`Solution\` where the start has one).${start}`;
}

function firstSolution(solutions: string | readonly string[] | undefined): string | null {
  if (solutions === undefined || solutions === "") return null;
  const list: unknown = typeof solutions === "string" ? JSON.parse(solutions) : solutions;
  const [first] = z.array(z.string()).parse(list);
  return first ?? null;
}

function countOf(raw: string): number {
  try {
    const value: unknown = JSON.parse(raw);
    return Array.isArray(value) ? value.length : 0;
  } catch {
    return 0;
  }
}

function withoutTests(id: string): ToolkitError {
  return new ToolkitError("input-invalid", `${id}: its input_output has no inputs and outputs`, {
    hint: "APPS has rows without tests; take them out of the file, nothing can be graded on them.",
  });
}

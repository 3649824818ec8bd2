/** MBPP in its full form (`text`, `test_setup_code`) and its sanitized one (`prompt`, `test_imports`). */
import { z } from "zod";
import type { Judge } from "../../contracts/evaluation-task.ts";
import { importLines, indented, plainLines } from "./python-text.ts";
import { type ReadRow, taskIdSchema } from "./read-row.ts";

const FIELDS = ["task_id", "text", "prompt", "code", "test_list", "test_setup_code", "test_imports"];
const schema = z.object({
  task_id: taskIdSchema,
  text: z.string().optional(),
  prompt: z.string().optional(),
  code: z.string(),
  test_list: z.array(z.string()).min(1),
  test_setup_code: z.string().default(""),
  test_imports: z.array(z.string()).default([]),
});

export const readMbpp: ReadRow = (row, { parse }) => {
  const record = parse(schema, row, FIELDS);
  const id = /^\d+$/.test(record.task_id) ? `Mbpp/${record.task_id}` : record.task_id;
  const code = plainLines(record.code);
  const tests = record.test_list.map(plainLines);
  const functionName = entryPointOf(code, tests);
  const text = (record.text ?? record.prompt ?? "").trim();
  const instruction = `${text}\n\nYour code should pass a test such as:\n${tests[0]}`;
  return {
    id,
    format: "mbpp",
    cluster: id,
    functionName,
    requirements: [],
    instruction,
    prefix: `"""\n${text}\n${tests[0]}\n"""\n`,
    preamble: "",
    judge: judgeOf(tests, [...record.test_imports, plainLines(record.test_setup_code)], importLines(code)),
    reference: code,
    vacuousCases: null,
  };
};

/** Every test is a case of its own. */
function judgeOf(tests: readonly string[], setup: readonly string[], context: string): Judge {
  const cases = tests.map((_, index) => ({ kind: "correctness" as const, name: `test_${index + 1}` }));
  const functions = tests.map((test, index) => `def test_${index + 1}():\n${indented(test)}\n`);
  const written = [...setup.filter((part) => part.trim() !== ""), ...functions];
  return { context, tests: written.join("\n\n"), cases, entry: "function" };
}

/** The function that the tests are about: the first they call that the code defines. */
export function entryPointOf(code: string, tests: readonly string[]): string {
  const called = tests.flatMap((test) => [...test.matchAll(/(\w+)\s*\(/g)].map(([, name]) => name ?? ""));
  return called.find((name) => new RegExp(`^(?:def|class)\\s+${name}\\b`, "m").test(code)) ?? "solution";
}

/** MBPP's rows and the sanitized ones: a program and a list of assertions. */
import { z } from "zod";
import type { RankingTask } from "../../contracts/ranking.ts";
import { ToolkitError } from "../../errors.ts";
import type { Python } from "../../python/index.ts";
import { descendants, field, type Node } from "../../python/syntax-tree.ts";
import type { BenchmarkTask } from "./read-benchmark.ts";

export const mbppSchema = z.looseObject({
  task_id: z.union([z.string(), z.int()]).transform(String),
  /** The text of a sanitized row is its `prompt`. */
  text: z.string().optional(),
  prompt: z.string().optional(),
  code: z.string(),
  test_list: z.array(z.string()).default([]),
  test_setup_code: z.string().default(""),
  test_imports: z.array(z.string()).default([]),
  challenge_test_list: z.array(z.string()).default([]),
});

/**
 * The function is the one of the program's that the tests name; its header may be annotated and span lines.
 * @throws ToolkitError `input-invalid` when there is none.
 */
export function mbppTask(python: Python, row: unknown): BenchmarkTask {
  const parsed = mbppSchema.parse(row);
  const { task_id, code, test_list, test_setup_code, test_imports } = parsed;
  const text = parsed.text ?? parsed.prompt ?? "";
  const { name, header, before } = python.withRoot(code, (root) =>
    functionIn(root, code, test_list, task_id),
  );
  const task: RankingTask = {
    id: `${parsed.text === undefined ? "sanitized-mbpp" : "mbpp"}/${task_id}`,
    text,
    functionName: name,
    signature: `${header}\n\t"""${text}"""`,
    context: before,
    setup: [...test_imports, test_setup_code].filter((part) => part.trim() !== "").join("\n"),
    reference: code,
    validation: test_list.map((assertion) => `def test_${name}():\n\t${assertion}`),
    requirements: [],
  };
  return { task, testTexts: [...test_list, ...parsed.challenge_test_list] };
}

interface Found {
  readonly name: string;
  readonly header: string;
  readonly before: string;
}

function functionIn(root: Node, code: string, tests: readonly string[], id: string): Found {
  const defined = descendants(root, "function_definition");
  const named = (node: Node): string => field(node, "name")?.text ?? "";
  const called = defined.filter((node) => new RegExp(`\\b${named(node)}\\b`).test(tests.join("\n")));
  const [found] = tests.length === 0 ? defined.slice(-1) : called;
  if (found === undefined) {
    throw new ToolkitError("input-invalid", `task ${id}: no function of its program is in its tests`, {
      hint: "The row needs `code` with the function that `test_list` calls.",
    });
  }
  const body = field(found, "body");
  const colon = code.lastIndexOf(":", (body?.startIndex ?? found.endIndex) - 1);
  return {
    name: named(found),
    header: code.slice(found.startIndex, colon + 1),
    before: code.slice(0, found.startIndex),
  };
}

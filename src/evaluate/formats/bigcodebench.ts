/** BigCodeBench: a `unittest` class in `test`, prompts as code (`complete_prompt`) and in words (`instruct_prompt`). */
import { z } from "zod";
import { ToolkitError } from "../../errors.ts";
import { distributionOf, normaliseRequirements, type Python } from "../../python/index.ts";
import { beforeDefinition } from "./python-text.ts";
import { type ReadRow, taskIdSchema } from "./read-row.ts";

const schema = z.object({
  task_id: taskIdSchema,
  entry_point: z.string().min(1),
  test: z.string(),
  complete_prompt: z.string(),
  instruct_prompt: z.string(),
  code_prompt: z.string().optional(),
  canonical_solution: z.string().optional(),
  /** A Python list of module names, as text. */
  libs: z.union([z.string(), z.array(z.string())]).default([]),
});

export const readBigCodeBench: ReadRow = (row, { python, parse }) => {
  const record = parse(schema, row, Object.keys(schema.shape));
  const { task_id: id, entry_point: functionName, complete_prompt: prefix, test } = record;
  const context = record.code_prompt ?? beforeDefinition(prefix, functionName);
  const cases = testMethods(python, test).map((name) => ({ kind: "correctness" as const, name }));
  if (cases.length === 0) {
    throw new ToolkitError("input-invalid", `${id}: its test has no unittest class with test methods`, {
      hint: "The row does not look like BigCodeBench's; name another format with --format.",
    });
  }
  const solution = record.canonical_solution;
  return {
    id,
    format: "bigcodebench",
    cluster: id,
    functionName,
    requirements: requirementsOf(record.libs),
    instruction: record.instruct_prompt,
    prefix,
    preamble: beforeDefinition(context, functionName),
    judge: { context, tests: test, cases, entry: "function" },
    reference: solution === undefined ? null : `${prefix}\n${solution}`,
    vacuousCases: null,
  };
};

function requirementsOf(libs: string | readonly string[]): string[] {
  const modules =
    typeof libs === "string" ? [...libs.matchAll(/['"]([\w.]+)['"]/g)].map(([, name]) => name ?? "") : libs;
  return normaliseRequirements(modules.flatMap((name) => distributionOf(name) ?? []));
}

/** `Class.method` of every test in a class, in file order. */
function testMethods(python: Python, code: string): string[] {
  return python.withRoot(code, (root) =>
    root.namedChildren.flatMap((statement) => {
      const bases = statement.childForFieldName("superclasses")?.text ?? "";
      if (statement.type !== "class_definition" || !bases.includes("TestCase")) return [];
      const methods = statement.childForFieldName("body")?.namedChildren ?? [];
      return methods
        .map((child) =>
          child.type === "decorated_definition" ? child.childForFieldName("definition") : child,
        )
        .map((child) => child?.childForFieldName("name")?.text ?? "")
        .filter((name) => name.startsWith("test"))
        .map((name) => `${statement.childForFieldName("name")?.text ?? ""}.${name}`);
    }),
  );
}

/** The three cases of a task. */
import type { TaskCase } from "../../contracts/task.ts";
import type { Python } from "../../python/index.ts";
import type { Chosen } from "./contrast.ts";
import type { Edge } from "./edge.ts";
import { checkExample, checkRecorded, type Check } from "./expectation.ts";
import { factLines } from "./facts-checks.ts";
import type { FunctionDraft } from "./function-draft.ts";
import { indented } from "./indent.ts";
import { callText, type Returned } from "./observe.ts";

export interface TestCell {
  /** Import lines that the cases need. */
  readonly imports: readonly string[];
  /** Helper functions. */
  readonly setup: string;
  readonly cases: TaskCase[];
}

export interface TestInput {
  readonly draft: FunctionDraft;
  readonly form: "value" | "printed";
  readonly chosen: Chosen;
  readonly edge: Edge;
  readonly python: Python;
}

/** @throws NoTask `not-comparable` */
export function writeTests(input: TestInput): TestCell {
  const { chosen, draft, form, python } = input;
  const checks = [
    ...chosen.examples.map((example) => checkExample(example, draft.name, form, python)),
    ...(chosen.contrast === null ? [] : [checkRecorded(chosen.contrast, draft.name)]),
  ];
  const helpers = [...new Set(checks.flatMap((check) => check.helpers))];
  return {
    imports: helpers.filter(isImport),
    setup: helpers.filter((helper) => !isImport(helper)).join("\n\n\n"),
    cases: [normalCase(input), edgeCase(input), correctnessCase(input, checks)],
  };
}

function isImport(helper: string): boolean {
  return helper.startsWith("import ");
}

function normalCase({ draft, chosen, python }: TestInput): TaskCase {
  const [first, second] = chosen.examples;
  const other = chosen.contrast ?? (second !== undefined && needsBoth(first, second) ? second : null);
  const lines = [
    ...(first === undefined ? [] : callAndCheck(draft, first, "result")),
    ...(other === null ? [] : callAndCheck(draft, other, "other")),
    ...(other === null ? [] : ["assert str(result) != str(other)"]),
  ];
  return testCase(draft, "normal", lines, {
    python,
    origin: first?.expected === null ? "recorded" : "doctest",
    summary: "An ordinary input gives a result of the right kind and size.",
  });
}

/** A single small result tells too little; two different ones cannot both come from a constant. */
function needsBoth(first: Returned | undefined, second: Returned): boolean {
  return first !== undefined && first.facts.text !== second.facts.text;
}

function callAndCheck(draft: FunctionDraft, seen: Returned, result: string): string[] {
  const { facts } = seen;
  const assignments = draft.parameters.map((name, index) => `${name} = ${seen.values[index] ?? "None"}`);
  const input = draft.parameters[0] ?? null;
  const call = `${result} = ${callText(draft.name, draft.parameters)}`;
  return [...assignments, call, ...factLines(facts, { result, input })];
}

function edgeCase({ draft, edge, python }: TestInput): TaskCase {
  const lines = [
    "raised = None",
    `try:\n    ${callText(draft.name, edge.values)}\nexcept ${edge.exception} as error:\n    raised = error`,
    `assert raised is not None, "${edge.exception} was expected"`,
  ];
  const summary = `${edge.values.length === 1 ? "The input" : "An input"} that is not allowed raises ${edge.exception}.`;
  return testCase(draft, "edge", lines, { python, origin: edge.origin, summary });
}

function correctnessCase({ draft, chosen, python }: TestInput, checks: readonly Check[]): TaskCase {
  const recorded = chosen.examples.every(({ expected }) => expected === null);
  return testCase(
    draft,
    "correctness",
    checks.flatMap((check) => check.lines),
    {
      python,
      origin: recorded ? "recorded" : "doctest",
      summary: recorded ? "The result is the recorded one." : "The results are those of the documentation.",
    },
  );
}

interface CaseFacts {
  readonly python: Python;
  readonly origin: TaskCase["origin"];
  readonly summary: string;
}

function testCase(
  draft: FunctionDraft,
  kind: TaskCase["kind"],
  lines: readonly string[],
  { python, origin, summary }: CaseFacts,
): TaskCase {
  const name = `test_${draft.name}_${kind}`;
  const unique = lines.filter((line, index) => line !== lines[index - 1]);
  const body = unique.map((line) => indented(line, python)).join("\n");
  return { kind, name, code: `def ${name}():\n    """${summary}"""\n${body}`, origin };
}

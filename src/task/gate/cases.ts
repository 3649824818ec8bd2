/** The cases: one of each kind, each calls the function and asserts. */
import { caseKinds } from "../../contracts/task.ts";
import type { Python, PythonDefinition } from "../../python/index.ts";
import type { GateInput, GateProblem } from "./index.ts";

export function checkCases({ task, python, tests }: GateInput): GateProblem[] {
  const defined = new Map(python.functions(tests.code).map((found) => [found.name, found]));
  const kinds = task.cases.map((testCase) => testCase.kind);
  const exact = caseKinds.every((kind) => kinds.filter((other) => other === kind).length === 1);
  const problems: GateProblem[] = exact
    ? []
    : [
        {
          code: "case-kinds",
          message: `There are cases ${kinds.join(", ") || "none"}; one of each kind is wanted.`,
          line: null,
        },
      ];
  for (const { name } of task.cases) {
    const found = defined.get(name);
    if (found === undefined)
      problems.push({ code: "no-case", message: `There is no function "${name}".`, line: null });
    else problems.push(...checkCase({ task, python, found, tests, defined }));
  }
  return problems;
}

interface CaseInput extends Pick<GateInput, "task" | "python" | "tests"> {
  readonly found: PythonDefinition;
  readonly defined: ReadonlyMap<string, PythonDefinition>;
}

function checkCase({ task, python, found, tests, defined }: CaseInput): GateProblem[] {
  const line = tests.firstLine + found.firstLine - 1;
  const reached = reachable(found, defined);
  const problems: GateProblem[] = [];
  const add = (code: string, message: string): void => void problems.push({ code, message, line });
  if (!found.name.startsWith("test_"))
    add("case-name", `pytest does not find "${found.name}": it must start with "test_".`);
  if (found.parameters.some((parameter) => parameter.default === null)) {
    add("case-parameters", `"${found.name}" has parameters that nobody gives.`);
  }
  if (!reached.some((part) => mentions(part, task.functionName, python))) {
    add("no-call", `"${found.name}" does not call "${task.functionName}".`);
  }
  if (!reached.some((part) => asserts(part, python))) add("no-assertion", `"${found.name}" asserts nothing.`);
  return problems;
}

/** The case and the functions of the test cell that it calls. */
function reachable(
  found: PythonDefinition,
  defined: ReadonlyMap<string, PythonDefinition>,
): PythonDefinition[] {
  const reached = new Set([found]);
  for (const part of reached) {
    for (const name of part.calls) {
      const called = defined.get(name);
      if (called !== undefined) reached.add(called);
    }
  }
  return [...reached];
}

function mentions(part: PythonDefinition, name: string, python: Python): boolean {
  return python.withRoot(part.code, (root) =>
    root.descendantsOfType("identifier").some((node) => node.text === name),
  );
}

const ASSERTING_CALLS = [
  "pytest.raises",
  "np.testing.",
  "numpy.testing.",
  "self.assert",
  "torch.testing.assert",
];

function asserts(part: PythonDefinition, python: Python): boolean {
  if (python.assertions(part.code).length > 0) return true;
  return part.calls.some((call) => ASSERTING_CALLS.some((prefix) => call.startsWith(prefix)));
}

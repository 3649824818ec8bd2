/** The function cell: one public function with the promised name and a Google-style docstring. */
import type { PythonDefinition } from "../../python/index.ts";
import type { GateInput, GateProblem } from "./index.ts";

export function checkFunction({ task, python, function: piece }: GateInput): GateProblem[] {
  const defined = python.definitions(piece.code);
  const publicOnes = defined.filter((found) => !found.name.startsWith("_"));
  const promised = defined.find((found) => found.name === task.functionName && found.kind === "function");
  const problem = (code: string, message: string, found?: PythonDefinition): GateProblem => ({
    code,
    message,
    line: found === undefined ? null : piece.firstLine + found.firstLine - 1,
  });
  if (promised === undefined) return [problem("no-function", `There is no function "${task.functionName}".`)];
  const others = publicOnes.filter((found) => found.name !== task.functionName);
  return [
    ...others.map((found) =>
      problem("second-public", `"${found.name}" is public too; helpers start with "_".`, found),
    ),
    ...(promised.name.startsWith("test")
      ? [problem("test-name", "pytest would take the function for a test.")]
      : []),
    ...missingSections(promised).map((message) => problem("docstring-section", message, promised)),
  ];
}

function missingSections(found: PythonDefinition): string[] {
  if (found.docstring === null) return ["The function has no docstring."];
  const lines = found.docstring.split("\n").map((line) => line.trim());
  const wanted = found.parameters.length === 0 ? ["Returns:", "Raises:"] : ["Args:", "Returns:", "Raises:"];
  const missing = wanted
    .filter((title) => !lines.includes(title))
    .map((title) => `The docstring has no "${title}".`);
  const args = lines.slice(lines.indexOf("Args:") + 1);
  const unnamed = lines.includes("Args:")
    ? found.parameters.filter(({ name }) => !args.some((line) => documents(line, name)))
    : [];
  return [...missing, ...unnamed.map(({ name }) => `The docstring does not name the parameter "${name}".`)];
}

function documents(line: string, name: string): boolean {
  const rest = line.replace(/^\*{0,2}/, "");
  return rest.startsWith(name) && /^\s*[(:]/.test(rest.slice(name.length));
}

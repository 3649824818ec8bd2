/** Agreed values as plain asserts at the end of the correctness case. */
import type { Python } from "../../python/index.ts";
import type { Draft } from "../model/draft.ts";
import type { AgreedValue } from "./solutions.ts";

/** The correctness case of `draft` with one assert more for each value. */
export function addAsserts(draft: Draft, values: readonly AgreedValue[], python: Python): string {
  const { functionName } = draft;
  const code = draft.cases.correctness;
  const place = endOfBody(code, `test_${functionName}_correctness`, python);
  if (place === null || values.length === 0) return code;
  const lines = values
    .map(({ values: given, expected }) => assertLine(`${functionName}(${given.join(", ")})`, expected))
    .filter((line) => !code.includes(line))
    .map((line) => place.indent + line);
  if (lines.length === 0) return code;
  return `${code.slice(0, place.end)}\n${lines.join("\n")}${code.slice(place.end)}`;
}

const FLOAT = /^-?(\d+\.\d*|\.\d+|\d+)(e[+-]?\d+)?$/i;

/** Types are part of the value (`True` is not 1); numbers with a fraction are compared with a tolerance. */
function assertLine(call: string, expected: string): string {
  if (expected === "None" || expected === "True" || expected === "False")
    return `assert ${call} is ${expected}`;
  const isFloat = FLOAT.test(expected) && /[.e]/i.test(expected);
  if (!isFloat) return `assert ${call} == ${expected}`;
  const tolerance = `1e-9 * max(1.0, abs(${expected}))`;
  return `assert abs(${call} - ${expected.startsWith("-") ? `(${expected})` : expected}) <= ${tolerance}`;
}

function endOfBody(code: string, name: string, python: Python): { end: number; indent: string } | null {
  return python.withRoot(code, (root) => {
    const found = root.namedChildren.find((child) => child.childForFieldName("name")?.text === name);
    const body = found?.childForFieldName("body");
    const last = body?.namedChildren.at(-1);
    if (!body || last === undefined || body.startPosition.row === found?.startPosition.row) return null;
    return { end: last.endIndex, indent: " ".repeat(body.startPosition.column) };
  });
}

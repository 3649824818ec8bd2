/** How the correctness case compares one result: by value where the documentation shows one, else by its text. */
import type { Python } from "../../python/index.ts";
import { documentedValue } from "./documented-value.ts";
import type { ConfirmedExample } from "./explore.ts";
import { exactTolerance, squeezed, toleranceOf } from "./match-output.ts";
import { callText, type Facts, type Returned } from "./observe.ts";
import { CLOSE, PLAIN } from "./python-snippets.ts";
import { NoTask } from "./reject.ts";

export interface Check {
  /** Lines of the case. */
  readonly lines: readonly string[];
  /** Helpers of the test cell that the lines call. */
  readonly helpers: readonly string[];
}

const MAX_VALUE_CHARS = 6_000;
const RECORDED_TOLERANCE = 1e-6;
const FLOAT = /\d\.\d*|\de[-+]?\d|float\("nan"\)|\.\d/;

/** @throws NoTask `not-comparable` when neither value nor text can be compared. */
export function checkExample(
  example: ConfirmedExample,
  name: string,
  form: "value" | "printed",
  python: Python,
): Check {
  const call = callText(name, example.values);
  const { expected, facts } = example;
  if (expected === null) return checkRecorded(example, name);
  const value = form === "value" || facts.module === "builtins" ? documentedValue(expected, python) : null;
  if (
    value !== null &&
    facts?.plain !== null &&
    facts !== null &&
    isComplete(expected) &&
    facts.type !== "str"
  ) {
    const exact = exactTolerance(value, facts.plain, sizeOf(facts));
    return compareValue(call, value, facts, exact ?? toleranceOf(expected, example.facts.text));
  }
  if (form === "printed" && facts.type === "str" && facts.plain !== null) return equal(call, facts.plain);
  if (value !== null && facts.type === "str" && isComplete(expected)) return equal(call, value);
  if (example.equalsDocumented) return equal(call, expected.includes("\n") ? `(${expected})` : expected);
  const text = compareText(call, example, form);
  if (text !== null) return text;
  if (facts.plain === null || facts.type === "str") throw notComparable(example);
  return compareValue(
    call,
    facts.plain,
    facts,
    toleranceOf(expected, form === "printed" ? facts.printed : facts.text),
  );
}

/** The value that two runs gave. */
export function checkRecorded(seen: Returned, name: string): Check {
  const call = callText(name, seen.values);
  const { facts } = seen;
  if (facts.plain !== null && facts.plain.length <= MAX_VALUE_CHARS) {
    return compareValue(call, facts.plain, facts, RECORDED_TOLERANCE * Math.max(1, sizeOf(facts)));
  }
  if (facts.text.includes(" at 0x") || facts.text.length > MAX_VALUE_CHARS) throw notComparable(seen);
  return { lines: [`assert repr(${call}) == ${pythonString(facts.text)}`], helpers: [] };
}

/** The largest number in a value, without its sign; 0 when there is none. */
function sizeOf({ low, high }: Facts): number {
  return Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0));
}

function compareValue(call: string, value: string, facts: Facts, tolerance: number): Check {
  const converted = facts.converted ? `_plain(${call})` : call;
  const helpers = facts.converted ? [PLAIN] : [];
  if (!FLOAT.test(value)) return { lines: [`assert ${converted} == ${value}`], helpers };
  const digits = tolerance > 0 ? tolerance : RECORDED_TOLERANCE;
  const shown = `${Number(digits.toPrecision(2))}`;
  return { lines: [`assert _close(${converted}, ${value}, ${shown})`], helpers: [...helpers, CLOSE] };
}

function equal(call: string, value: string): Check {
  return { lines: [`assert ${call} == ${value}`], helpers: [] };
}

/** Null when only digits or white space that the text does not promise are the same. */
function compareText(call: string, example: ConfirmedExample, form: "value" | "printed"): Check | null {
  const expected = example.expected ?? "";
  const seen = form === "printed" ? example.facts.printed : example.facts.text;
  if (expected.includes("0x") || seen.includes(" at 0x") || expected.length > MAX_VALUE_CHARS)
    throw notComparable(example);
  const shown = form === "printed" ? `str(${call})` : `repr(${call})`;
  if (expected.split(/\s+/).join(" ") === seen.trim().split(/\s+/).join(" ")) {
    const words = pythonString(expected.trim().split(/\s+/).join(" "));
    return { lines: [`assert " ".join(${shown}.split()) == ${words}`], helpers: [] };
  }
  if (!expected.includes("...") || squeezed(expected).replaceAll(/[\s.]/g, "").length < 4) return null;
  return {
    lines: [
      "flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE",
      `expected = ${pythonString(expected)}`,
      `assert doctest.OutputChecker().check_output(expected, ${shown}, flags)`,
    ],
    helpers: ["import doctest"],
  };
}

/** Without `...` between elements, which leaves some of the value unsaid; after digits it only cuts a number. */
function isComplete(expected: string): boolean {
  return !expected.replaceAll(/\d\.\d*\.\.\./g, "").includes("...");
}

function notComparable(seen: Returned): NoTask {
  return new NoTask("not-comparable", `The result ${seen.facts.text.slice(0, 120)} cannot be compared.`);
}

/** A Python string literal. */
export function pythonString(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

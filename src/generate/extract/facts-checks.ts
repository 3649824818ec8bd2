/** What the normal case says about a result without giving it away: type, size, range, start. */
import type { Facts } from "./observe.ts";
import { pythonString } from "./expectation.ts";

export interface ResultNames {
  /** Name of the variable that holds the result. */
  readonly result: string;
  /** Name of the first argument; null without one. */
  readonly input: string | null;
}

/** Assertions that hold for the result and fail for empty values, constants and the input given back. */
export function factLines(facts: Facts, names: ResultNames): string[] {
  const { result } = names;
  return [
    typeLine(facts, result),
    ...sizeLines(facts, result),
    ...rangeLines(facts, result),
    ...(facts.start === null || facts.start === ""
      ? []
      : [`assert ${result}.startswith(${pythonString(facts.start)})`]),
    ...inputLines(facts, names),
    ...plainLines(facts, result),
  ];
}

function typeLine({ type, module }: Facts, result: string): string {
  return module === "builtins" && type !== "NoneType"
    ? `assert type(${result}) is ${type}`
    : `assert type(${result}).__name__ == "${type}"`;
}

function sizeLines(facts: Facts, result: string): string[] {
  if (facts.shape !== null) {
    const shape = `(${facts.shape.join(", ")}${facts.shape.length === 1 ? "," : ""})`;
    const dtype = facts.dtype === null ? [] : [`assert str(${result}.dtype) == ${pythonString(facts.dtype)}`];
    return [`assert ${result}.shape == ${shape}`, ...dtype];
  }
  return facts.length === null ? [] : [`assert len(${result}) == ${facts.length}`];
}

function rangeLines(facts: Facts, result: string): string[] {
  const { low, high } = facts;
  if (
    low === null ||
    high === null ||
    facts.type === "bool" ||
    facts.plain === "True" ||
    facts.plain === "False"
  )
    return [];
  if (facts.shape !== null && facts.shape.length > 0) {
    if (facts.dtype === "bool" || facts.dtype === "object" || facts.module !== "numpy") return [];
    return [`assert ${between(low, `${result}.min()`)}`, `assert ${between(high, `${result}.max()`)}`];
  }
  if (facts.length === null) return [`assert ${between(low, result)}`];
  const flat = facts.plain !== null && !/^[[(].*[[(]/.test(facts.plain);
  if (!flat || facts.length === 0) return [];
  return [`assert ${between(low, `min(${result})`)}`, `assert ${between(high, `max(${result})`)}`];
}

/** A range around the value, narrow enough to leave out a constant nearby. */
function between(value: number, expression: string): string {
  const slack = Number.isInteger(value) ? Math.max(Math.abs(value) * 0.1, 0.4) : Math.abs(value) * 0.02;
  return `${rounded(value - slack)} <= ${expression} <= ${rounded(value + slack)}`;
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}

const COMPARABLE = new Set(["list", "tuple", "dict", "set", "str", "bytes", "int", "float", "frozenset"]);

function inputLines(facts: Facts, { result, input }: ResultNames): string[] {
  const wanted = input !== null && facts.likeInput && !facts.isInput && facts.module === "builtins";
  return wanted && COMPARABLE.has(facts.type) ? [`assert ${result} != ${input}`] : [];
}

/** Truth values have no range: the value itself is the fact. What has neither size nor range is told by its text. */
function plainLines(facts: Facts, result: string): string[] {
  if (facts.module === "builtins" && (facts.plain === "True" || facts.plain === "False")) {
    return [`assert ${result} is ${facts.plain}`];
  }
  const measured = facts.low !== null || (facts.module === "builtins" && facts.length !== null);
  if (measured || facts.printed.includes(" at 0x")) return [];
  const text = facts.printed.slice(0, Math.min(MAX_START, Math.ceil(facts.printed.length / 2)));
  return [
    `assert str(${result}).startswith(${pythonString(text)})`,
    `assert len(str(${result})) == ${facts.printed.length}`,
  ];
}

const MAX_START = 20;

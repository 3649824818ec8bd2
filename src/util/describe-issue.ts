/** What is wrong with a value, in words for who gave it: what it has to be, and what it is. No text of the schema library. */
import type { z } from "zod";
import { nearestName } from "./nearest.ts";

export interface ValueProblem {
  /** Where the value stands, with dots; empty for the whole. */
  readonly place: string;
  /** Goes on from the place: "must be a whole number above 0, not 0". */
  readonly problem: string;
  readonly hint: string | null;
}

const SHOWN_CHARS = 80;
/** How the schema library's own messages begin; others were written for people. */
const LIBRARY_TEXT = /^(Invalid|Too (small|big)|Unrecognized|Expected)/;

/** @param value The whole value that was checked against `schema`. */
export function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown): ValueProblem {
  const place = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") return unknownKeys(issue, schema, place);
  const given = valueAt(value, issue.path);
  if (!LIBRARY_TEXT.test(issue.message)) return { place, problem: ownText(issue.message, given), hint: null };
  const wanted = wantedBy(issue, schemaAt(schema, issue.path));
  const problem =
    given === undefined ? `is missing: it must be ${wanted}` : `must be ${wanted}, not ${shown(given)}`;
  const nearest =
    issue.code === "invalid_value" && typeof given === "string"
      ? nearestName(given, issue.values.map(String))
      : null;
  return { place, problem, hint: nearest === null ? null : `Did you mean "${nearest}"?` };
}

function ownText(message: string, given: unknown): string {
  return isPlain(given) ? `is ${shown(given)}: ${message}` : `: ${message}`;
}

function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
  place: string,
): ValueProblem {
  const known = Object.keys(unwrap(schemaAt(schema, issue.path))?.shape ?? {});
  const nearest = nearestName(issue.keys[0] ?? "", known);
  const names = issue.keys.map((key) => `"${place === "" ? key : `${place}.${key}`}"`).join(", ");
  const hint = nearest === null ? `Known keys here: ${known.join(", ")}.` : `Did you mean "${nearest}"?`;
  return { place: "", problem: `unknown key ${names}`, hint };
}

function wantedBy(issue: z.core.$ZodIssue, schema: unknown): string {
  switch (issue.code) {
    case "invalid_value":
      return issue.values.length === 1
        ? shown(issue.values[0])
        : `one of ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      return numberRange(schema) ?? typeName(issue.expected);
    case "too_small":
    case "too_big":
      return numberRange(schema) ?? sizeRange(issue);
    case "invalid_format":
      return issue.format === "url" ? "an address such as http://127.0.0.1:8080/v1" : `a ${issue.format}`;
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_union":
      return "one of the forms that the documentation names";
    case "custom":
    case "invalid_key":
    case "invalid_element":
    case "unrecognized_keys":
      return "something else";
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a group of keys",
  record: "a group of keys",
};

function typeName(expected: string): string {
  return TYPE_NAMES[expected] ?? `a ${expected}`;
}

function sizeRange(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const what = issue.origin === "string" ? "characters" : "entries";
  if (issue.code === "too_big") return `at most ${issue.maximum} ${what}`;
  if (issue.minimum === 1) return issue.origin === "string" ? "a text that is not empty" : "at least one";
  return `at least ${issue.minimum} ${what}`;
}

interface NumberSchema {
  readonly def?: { readonly type?: string; readonly checks?: readonly unknown[]; readonly format?: string };
}

interface NumberCheck {
  readonly check?: string;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly format?: string;
}

/** "a whole number from 1 to 256", "a number above 0"; null for what is no number. */
function numberRange(schema: unknown): string | null {
  const inner = unwrap(schema) as NumberSchema | null;
  if (inner?.def?.type !== "number") return null;
  const checks = (inner.def.checks ?? []).map((check) => (check as { _zod: { def: NumberCheck } })._zod.def);
  const isWhole = [inner.def, ...checks].some(({ format }) => format === "safeint");
  const what = isWhole ? "a whole number" : "a number";
  const low = checks.find(({ check }) => check === "greater_than");
  const high = checks.find(({ check }) => check === "less_than");
  if (low?.inclusive === true && high?.inclusive === true)
    return `${what} from ${low.value} to ${high.value}`;
  const from =
    low === undefined ? "" : low.inclusive === true ? `${low.value} or more` : `above ${low.value}`;
  const to =
    high === undefined ? "" : high.inclusive === true ? `${high.value} or less` : `below ${high.value}`;
  const range = [from, to].filter((part) => part !== "").join(" and ");
  return range === "" ? what : /^\d|^-/.test(range) ? `${what}, ${range}` : `${what} ${range}`;
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function shown(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of path) current = (current as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return current;
}

interface SchemaParts {
  readonly shape?: Record<string, unknown>;
  readonly element?: unknown;
  readonly def?: { readonly innerType?: unknown; readonly out?: unknown; readonly valueType?: unknown };
}

/** The schema of what stands at `path`, through defaults, options, lists and records. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): unknown {
  let current: unknown = schema;
  for (const step of path) {
    const inner = unwrap(current);
    current = inner?.shape?.[String(step)] ?? inner?.element ?? inner?.def?.valueType;
  }
  return current;
}

/** Without what only wraps: defaults, optional, nullable, and what is made ready first. */
function unwrap(schema: unknown): SchemaParts | null {
  let current = schema as SchemaParts | null | undefined;
  for (;;) {
    const inner = current?.def?.innerType ?? current?.def?.out;
    if (inner === undefined) return current ?? null;
    current = inner as SchemaParts;
  }
}

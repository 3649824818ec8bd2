/**
 * Makes parameters of an example's literals: those that are assigned to names; where nothing is assigned, those
 * given to the calls of the result; failing that, those given to the calls before.
 */
import type { Api } from "../../contracts/document.ts";
import { callsApi, parameterName } from "./parameter-name.ts";
import type { SessionStatement } from "./session.ts";
import type { Call, CallArgument, Span } from "./statement.ts";

export interface ExampleParameter {
  readonly name: string;
  /** The example's value, as source. */
  readonly value: string;
}

export interface Parameterised {
  readonly parameters: readonly ExampleParameter[];
  /** Statements before the return. */
  readonly body: readonly string[];
  readonly result: string;
}

export interface ExampleInput {
  readonly slice: readonly SessionStatement[];
  readonly target: SessionStatement;
  /** Where the result stands in the target's source. */
  readonly result: Span;
  readonly api: Api | null;
  /** Names that imports bind. */
  readonly imported: ReadonlySet<string>;
}

const MAX_PARAMETERS = 5;

export function parameterise(input: ExampleInput): Parameterised {
  const assigned = fromAssignments(input);
  if (assigned.parameters.length > 0) return assigned;
  const taken = namesUsed(input);
  const inResult = liftFrom(callsIn(input.target, input.result), input, taken);
  if (inResult.length > 0) {
    const shifted = inResult.map((lift) => ({ ...lift, ...shift(lift, -input.result.start) }));
    return { parameters: inResult, body: assigned.body, result: replaceSpans(input.result.text, shifted) };
  }
  return fromEarlierCalls(input, taken);
}

function fromAssignments({ slice, result }: ExampleInput): Parameterised {
  const parameters: ExampleParameter[] = [];
  const body: string[] = [];
  for (const statement of slice) {
    const once = statement.assigned.every(({ name }) => isBoundOnce(name, slice));
    const fits = statement.assigned.length > 0 && once && parameters.length < MAX_PARAMETERS;
    const [only] = statement.assigned;
    if (fits && statement.assigned.every(({ value }) => value.closed)) {
      parameters.push(...statement.assigned.map(({ name, value }) => ({ name, value: value.text })));
    } else if (fits && only !== undefined && statement.assigned.length === 1 && only.value.wrapped !== null) {
      parameters.push({ name: only.name, value: only.value.wrapped.text });
      body.push(replaceSpans(statement.source, [{ ...only.value.wrapped, name: only.name }]));
    } else body.push(statement.source);
  }
  return { parameters, body, result: result.text };
}

function isBoundOnce(name: string, slice: readonly SessionStatement[]): boolean {
  return slice.filter(({ writes }) => writes.includes(name)).length === 1;
}

function fromEarlierCalls(input: ExampleInput, taken: Set<string>): Parameterised {
  const { slice, api, result } = input;
  const documented = slice.find(({ calls }) => calls.some((call) => callsApi(call, api)));
  const order = [...new Set([documented, ...slice])].filter((statement) => statement !== undefined);
  for (const statement of order) {
    const lifts = liftFrom(statement.calls, input, taken);
    if (lifts.length === 0) continue;
    const body = slice.map((one) => (one === statement ? replaceSpans(one.source, lifts) : one.source));
    return { parameters: lifts, body, result: result.text };
  }
  return { parameters: [], body: slice.map(({ source }) => source), result: result.text };
}

interface Lift extends Span, ExampleParameter {}

/** Arguments that can be parameters, those of the documented call first, none inside another. */
function liftFrom(calls: readonly Call[], input: ExampleInput, taken: Set<string>): Lift[] {
  const ordered = [...calls].sort((a, b) => Number(callsApi(b, input.api)) - Number(callsApi(a, input.api)));
  const lifts: Lift[] = [];
  for (const call of ordered) {
    for (const argument of call.arguments) {
      const span = liftable(argument, input.imported);
      const overlaps = span !== null && lifts.some((lift) => lift.start < span.end && span.start < lift.end);
      if (span === null || overlaps || lifts.length >= MAX_PARAMETERS) continue;
      const name = parameterName(call, argument, input.api, taken);
      taken.add(name);
      lifts.push({ ...span, name, value: span.text });
    }
  }
  return lifts.sort((a, b) => a.start - b.start);
}

const NAMES_ONLY = new Set([
  "identifier",
  "attribute",
  "lambda",
  "none",
  "generator_expression",
  "list_comprehension",
]);

/** A literal, the literal inside `np.array(…)`, or a value made of imported names alone (`[Fraction(1, 3)]`). */
function liftable(argument: CallArgument, imported: ReadonlySet<string>): Span | null {
  if (NAMES_ONLY.has(argument.literalKind)) return null;
  if (argument.closed) return argument;
  if (argument.wrapped !== null) return argument.wrapped;
  const foreign = argument.reads.every((name) => imported.has(name));
  return foreign && argument.reads.length > 0 ? argument : null;
}

function callsIn(statement: SessionStatement, result: Span): Call[] {
  return statement.calls.filter((call) => call.start >= result.start && call.end <= result.end);
}

function namesUsed({ slice, target, imported }: ExampleInput): Set<string> {
  const names = [...slice, target].flatMap(({ reads, writes }) => [...reads, ...writes]);
  return new Set([...names, ...imported]);
}

function shift(span: Span, by: number): Span {
  return { ...span, start: span.start + by, end: span.end + by };
}

function replaceSpans(source: string, spans: readonly (Span & { readonly name: string })[]): string {
  let text = source;
  for (const { start, end, name } of [...spans].sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + name + text.slice(end);
  }
  return text;
}

/** The functions that a session can become, best first. Examples of one pattern share a candidate. */
import type { Document } from "../../contracts/document.ts";
import { parameterise, type ExampleInput } from "./parameterise.ts";
import { callsApi } from "./parameter-name.ts";
import type { SessionStatement } from "./session.ts";
import { sliceFor } from "./slice.ts";
import type { Call, Span } from "./statement.ts";

export interface Example {
  /** Arguments of the call, as source. */
  readonly values: readonly string[];
  /** What the documentation shows; null when nothing is shown. */
  readonly expected: string | null;
  readonly directives: readonly string[];
}

export interface Candidate {
  readonly parameters: readonly string[];
  readonly body: readonly string[];
  readonly result: string;
  /** "printed": the documentation shows `print(result)`, not its repr. */
  readonly form: "value" | "printed";
  /** Import statements of the session up to the example. */
  readonly imports: readonly string[];
  readonly calls: readonly Call[];
  readonly examples: readonly Example[];
  /** Calls of the same pattern that are documented to raise. */
  readonly tracebacks: readonly { readonly values: readonly string[]; readonly exception: string }[];
  readonly score: number;
}

type Draft = Omit<Candidate, "score">;

/** Every documented result as a candidate; without any, what the last statement gives. */
export function candidatesOf(
  session: readonly SessionStatement[],
  document: Document,
  mode: "lean" | "full",
): Candidate[] {
  const documented = session.flatMap((statement, index) => {
    return statement.expected === null && statement.traceback === null
      ? []
      : drafts(session, index, document, mode);
  });
  const shown = merge(documented).filter(({ examples }) => examples.length > 0);
  const found = shown.length > 0 ? shown : lastResult(session, document, mode);
  const last = session.length - 1;
  return found
    .map((draft, index) => ({ ...draft, score: scoreOf(draft, document) + index / (last + 1) }))
    .sort((a, b) => b.score - a.score);
}

function drafts(
  session: readonly SessionStatement[],
  index: number,
  document: Document,
  mode: "lean" | "full",
): Draft[] {
  const target = session[index];
  if (target === undefined) return [];
  const result = resultSpan(target);
  return result === null ? [] : [draftOf({ session, index, document, mode }, target, result)];
}

interface DraftContext {
  readonly session: readonly SessionStatement[];
  readonly index: number;
  readonly document: Document;
  readonly mode: "lean" | "full";
}

function draftOf(context: DraftContext, target: SessionStatement, result: Span): Draft {
  const { session, index, document, mode } = context;
  const imports = session.slice(0, index + 1).filter(({ kind }) => kind === "import");
  const imported = new Set(imports.flatMap(({ writes }) => writes));
  const slice = sliceFor(session, index, mode);
  const bound = new Set(slice.flatMap(({ writes }) => writes));
  const free = [...slice, target].flatMap(({ reads }) => reads).filter((name) => !bound.has(name));
  const input: ExampleInput = {
    slice,
    target,
    result,
    api: document.api,
    imported: new Set([...imported, ...free]),
  };
  const { parameters, body, result: expression } = parameterise(input);
  const values = parameters.map(({ value }) => value);
  const { expected, directives, traceback } = target;
  return {
    parameters: parameters.map(({ name }) => name),
    body,
    result: expression,
    form: target.printed === null ? "value" : "printed",
    imports: imports.map(({ source }) => source),
    calls: [...slice, target].flatMap(({ calls }) => calls),
    examples: traceback === null ? [{ values, expected, directives }] : [],
    tracebacks: traceback === null ? [] : [{ values, exception: traceback.exception }],
  };
}

/** The expression itself, or the one argument of `print`. */
function resultSpan(target: SessionStatement): Span | null {
  if (target.printed !== null) return target.printed.length === 1 ? (target.printed[0] ?? null) : null;
  if (target.kind !== "expression") return null;
  return { start: 0, end: target.source.length, text: target.source };
}

/** Without documented results: the last expression, or the name assigned last. */
function lastResult(
  session: readonly SessionStatement[],
  document: Document,
  mode: "lean" | "full",
): Draft[] {
  const index = session.findLastIndex(
    (statement) => resultSpan(statement) !== null || statement.assigned.length === 1,
  );
  const target = session[index];
  if (target === undefined) return [];
  const span = resultSpan(target);
  if (span !== null) return [draftOf({ session, index, document, mode }, target, span)];
  const name = target.assigned[0]?.name ?? "";
  const shown: SessionStatement = {
    ...target,
    source: name,
    kind: "expression",
    reads: [name],
    writes: [],
    assigned: [],
    calls: [],
  };
  const longer = [...session.slice(0, index + 1), shown];
  const context = { session: longer, index: index + 1, document, mode };
  return [draftOf(context, shown, { start: 0, end: name.length, text: name })];
}

function merge(found: readonly Draft[]): Draft[] {
  const groups = new Map<string, Draft>();
  for (const draft of found) {
    const key = JSON.stringify([draft.parameters, draft.body, draft.result, draft.form]);
    const group = groups.get(key);
    groups.set(key, group === undefined ? draft : joined(group, draft));
  }
  return [...groups.values()];
}

function joined(group: Draft, draft: Draft): Draft {
  const known = new Set(group.examples.map(({ values }) => JSON.stringify(values)));
  const fresh = draft.examples.filter(({ values }) => !known.has(JSON.stringify(values)));
  return {
    ...group,
    imports: [...new Set([...group.imports, ...draft.imports])],
    examples: [...group.examples, ...fresh],
    tracebacks: [...group.tracebacks, ...draft.tracebacks],
  };
}

/** What makes a good task: it uses the documented API, has plain results and several examples. */
function scoreOf(draft: Draft, document: Document): number {
  const expected = draft.examples[0]?.expected ?? "";
  let score = Math.min(3, draft.examples.length) * 1.5;
  if (draft.calls.some((call) => callsApi(call, document.api))) score += 4;
  if (draft.parameters.length === 0) score -= 10;
  if (/^[[({'"\d-]|^array\(/.test(expected)) score += 2;
  if (/^(True|False|None|''|0|1|\[\])$/.test(expected)) score -= 2;
  if (/^[A-Z]\w*\(.*\)$/s.test(expected) && !/^(Counter|Fraction|Decimal|OrderedDict|Point)/.test(expected))
    score -= 2;
  if (expected.includes(" at 0x") || expected.startsWith("<") || expected.includes("...")) score -= 3;
  if (draft.body.length > 12) score -= 2;
  return score + Math.min(1, draft.tracebacks.length);
}

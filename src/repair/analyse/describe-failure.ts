/** One failure in words: reads its traceback, finds the line, asks the table, fills in the texts. */
import type { FailureAnalysis } from "../../contracts/repair.ts";
import { canonicalName, distributionOf } from "../../python/index.ts";
import type { Evidence } from "./analyse-failure.ts";
import { type AnalysedProgram, ownClasses } from "./blame.ts";
import { type CategoryMatch, categorise, categoryOf, type FailureFacts } from "./categories.ts";
import { comparisonOf } from "./comparison.ts";
import { type FailurePlace, placeOf } from "./failure-place.ts";
import { splitProposal } from "./near-names.ts";
import { readEvidence, type Reading } from "./read-evidence.ts";
import { suggestionsFor } from "./suggestions.ts";
import { explainingWarning, toldWarnings } from "./told-warnings.ts";

const SHOWN_CHARS = 200;

export function describeFailure(evidence: Evidence, program: AnalysedProgram): FailureAnalysis {
  const reading = readEvidence(evidence, program);
  const { message, proposed } = splitProposal(reading.message);
  const facts = factsOf(evidence, { ...reading, message }, program);
  const match = refine(categorise(facts), reading, evidence, program);
  const place = placeOf(match, reading, evidence.cause, program);
  const comparison = match.category === "logic" ? comparisonOf(message) : null;
  const fill = filler(match, place, { message, exception: reading.exception });
  const warning = explainingWarning(toldWarnings(evidence.output), { line: place.line, message });
  const cause = comparison === null ? fill(match.cause) : comparisonText(comparison);
  const proposals = proposed === null ? [] : [proposalText(proposed)];
  const told = warning === null ? [] : [`Do what the warning says: ${warning.message}`];
  const own = suggestionsFor(match, program.code).map(fill);
  return {
    category: match.category,
    code: match.code,
    exception: reading.exception,
    message: reading.message,
    ...place,
    comparison,
    cause: warning === null ? cause : `${cause} A ${warning.category} told it before: ${warning.message}`,
    suggestions: [...new Set([...told, ...proposals, ...own, ...match.suggestions.map(fill)])],
  };
}

function factsOf(evidence: Evidence, reading: Reading, program: AnalysedProgram): FailureFacts {
  const { outcome, cause } = evidence;
  return {
    outcome,
    stage: cause.stage,
    causeCode: cause.code,
    exception: reading.exception,
    message: reading.message,
    innermostFile: reading.frames.at(-1)?.file ?? null,
    innermostIsLibrary: reading.innermost === "library",
    atRuntime: reading.atRuntime,
    onlyTests: reading.onlyTests,
    ownClasses: ownClasses(program.code),
  };
}

/** What the table cannot know: who raised it, who imported it, and that tests stumble over what a function gives. */
function refine(
  match: CategoryMatch,
  reading: Reading,
  { cause }: Evidence,
  program: AnalysedProgram,
): CategoryMatch {
  const { onlyTests, isExplicit, inTestsText } = reading;
  const { requirements = [] } = program;
  const { code, category, groups } = match;
  if (category === "syntax" && inTestsText)
    return other(match, "test-setup", "The tests are not Python: {message}");
  if (code === "unknown-member" && isMemberOfOwnClass(reading, program))
    return other(match, "unknown-attribute", "A class of the program has no {message}.");
  if (code === "missing-module") {
    const module = groups[0] ?? "";
    if (onlyTests) return other(match, "test-setup", "The tests import {1}, which nothing brings.");
    if (brings(requirements, module))
      return other(match, "not-installed", "{1} is a requirement and is not installed.");
  }
  const isValue = category === "type-value" || code === "unexpected-exception" || code === "library-error";
  if (isExplicit && isValue) {
    const text = "The program itself raises {exception} at {place}: {message}";
    return other(match, "refuses-input", text, [
      "Check the condition before the `raise`: the tests give an input that the function has to take.",
    ]);
  }
  const isUse =
    (category === "type-value" && code !== "unhashable") ||
    code === "unknown-member" ||
    code === "unknown-attribute";
  if (onlyTests && isUse && cause.code !== "test-setup") {
    if (code === "none-value")
      return other(match, "returned-none", "The function gives None, and the tests need a value: {message}", [
        "Return the result on every way through the function.",
      ]);
    return other(match, "wrong-return", "What the function gives does not do for the tests: {message}", [
      "Return a value of the type and with the parts that the description promises.",
    ]);
  }
  return match;
}

/** An enumeration tells nothing but the name that it lacks. */
function isMemberOfOwnClass({ message, frames }: Reading, { code }: AnalysedProgram): boolean {
  if (!/^\w+$/.test(message)) return false;
  const classes = ownClasses(code);
  const used = frames.flatMap(({ text }) => [...(text ?? "").matchAll(/(\w+)\.(\w+)/g)]);
  return used.some(([, owner = "", member]) => classes.has(owner) && member === message);
}

function other(match: CategoryMatch, code: string, cause: string, suggestions: string[] = []): CategoryMatch {
  return { ...match, code, category: categoryOf(code), cause, suggestions };
}

function brings(requirements: readonly string[], module: string): boolean {
  const wanted = canonicalName(distributionOf(module) ?? module);
  return requirements.some((text) => canonicalName(/^[\w.-]*\w/.exec(text.trim())?.[0] ?? "") === wanted);
}

/** Puts groups, message, exception and place into a text of the table. */
function filler(
  { groups }: CategoryMatch,
  place: FailurePlace,
  { message, exception }: { readonly message: string; readonly exception: string | null },
): (text: string) => string {
  const { line, lineText } = place;
  const where = line === null ? "the program" : `line ${line}${lineText === null ? "" : ` (${lineText})`}`;
  const values: Record<string, string> = {
    message: shown(message),
    exception: exception?.replace(/^builtins\./, "") ?? "An exception",
    place: where,
  };
  return (text) => {
    const filled = text.replaceAll(
      /\{(\w+)\}/g,
      (_, key: string) => values[key] ?? shown(groups[Number(key) - 1] ?? ""),
    );
    return filled.replace(/: $/, ".").replace(/:\s*$/, ".");
  };
}

function shown(text: string): string {
  const [first = ""] = text.trim().split("\n", 1);
  return first.length > SHOWN_CHARS ? `${first.slice(0, SHOWN_CHARS)}…` : first;
}

function comparisonText({ left, operator, right }: NonNullable<FailureAnalysis["comparison"]>): string {
  if (operator === "==") return `The result is ${shown(left)} where ${shown(right)} is right.`;
  return `The tests need ${shown(left)} ${operator} ${shown(right)}, which is not so.`;
}

function proposalText(proposed: string): string {
  return proposed.startsWith("import ") ? `Add \`${proposed}\`.` : `Did you mean \`${proposed}\`?`;
}

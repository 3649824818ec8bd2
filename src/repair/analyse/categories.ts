/** The table of error categories: which code a failure has, why, and what to do. `data/error-categories.json`. */
import { z } from "zod";
import table from "../../../data/error-categories.json" with { type: "json" };
import { outcomeSchema, type Cause, type Outcome } from "../../contracts/execution.ts";
import { errorCategorySchema, type ErrorCategory } from "../../contracts/repair.ts";
import { shortName } from "./traceback.ts";

const whenSchema = z.strictObject({
  outcomes: z.array(outcomeSchema).optional(),
  stages: z.array(z.string()).optional(),
  causeCodes: z.array(z.string()).optional(),
  /** Names of classes, short or qualified. */
  exceptions: z.array(z.string()).optional(),
  exceptExceptions: z.array(z.string()).optional(),
  withoutException: z.boolean().optional(),
  /** Regular expressions; groups of the first stand in texts as {1}, {2}. */
  message: z.string().optional(),
  exceptMessage: z.string().optional(),
  /** File of the innermost frame. */
  innermostFile: z.string().optional(),
  innermost: z.literal("library").optional(),
  /** "runtime": a syntax error in a text that the running program evaluates. */
  at: z.literal("runtime").optional(),
  /** "tests": no frame of the program took part. */
  only: z.literal("tests").optional(),
  /** Group 1 of the message is a class of the program. */
  ownClass: z.boolean().optional(),
});

const tableSchema = z.strictObject({
  codes: z.record(z.string(), z.strictObject({ category: errorCategorySchema, meaning: z.string() })),
  rules: z.array(
    z.strictObject({
      code: z.string(),
      when: whenSchema,
      cause: z.string(),
      suggestions: z.array(z.string()),
    }),
  ),
  imports: z.record(z.string(), z.string()),
  members: z.record(z.string(), z.string()),
  replaced: z.record(z.string(), z.string()),
});

const checked = tableSchema.parse(table);
const rules = checked.rules.map((rule) => ({
  ...rule,
  message: pattern(rule.when.message),
  exceptMessage: pattern(rule.when.exceptMessage),
  innermostFile: pattern(rule.when.innermostFile),
}));
type Rule = (typeof rules)[number];

/** How to bring a name that is used without import. */
export const importHints: Readonly<Record<string, string>> = checked.imports;
/** What to use instead of a member that a builtin type does not have: "list.push". */
export const memberHints: Readonly<Record<string, string>> = checked.members;
/** What to use instead of a member that a module does not have, or no more: "time.clock". */
export const replacedMembers: Readonly<Record<string, string>> = checked.replaced;

/** What is known of a failure before it has a name. */
export interface FailureFacts {
  readonly outcome: Outcome | null;
  readonly stage: Cause["stage"] | null;
  readonly causeCode: string | null;
  readonly exception: string | null;
  readonly message: string;
  readonly innermostFile: string | null;
  readonly innermostIsLibrary: boolean;
  readonly atRuntime: boolean;
  readonly onlyTests: boolean;
  readonly ownClasses: ReadonlySet<string>;
}

export interface CategoryMatch {
  readonly code: string;
  readonly category: ErrorCategory;
  /** With {1}, {message}, {exception}, {place} to be filled. */
  readonly cause: string;
  readonly suggestions: readonly string[];
  readonly groups: readonly string[];
}

/**
 * The category of a code.
 * @throws Error for a code that the table does not know: a mistake of this toolkit.
 */
export function categoryOf(code: string): ErrorCategory {
  const known = checked.codes[code];
  if (known === undefined) throw new Error(`data/error-categories.json has no code "${code}"`);
  return known.category;
}

/** Every code with its category and what it means. */
export const errorCodes: Readonly<
  Record<string, { readonly category: ErrorCategory; readonly meaning: string }>
> = checked.codes;

/** The first rule that fits. */
export function categorise(facts: FailureFacts): CategoryMatch {
  for (const rule of rules) {
    const groups = fits(rule, facts);
    if (groups === null) continue;
    const { code, cause, suggestions } = rule;
    return { code, category: categoryOf(code), cause, suggestions, groups };
  }
  throw new Error("data/error-categories.json has no rule without conditions");
}

/** The groups of the message's expression; null when the rule does not fit. */
function fits(rule: Rule, facts: FailureFacts): string[] | null {
  const { when } = rule;
  const isOfTests = !facts.innermostIsLibrary || TEST_LIBRARY.test(facts.innermostFile ?? "");
  const isAssertion = isOfTests && (facts.causeCode === "assertion" || names(ASSERTIONS, facts.exception));
  const named = when.exceptions ?? when.causeCodes;
  if (isAssertion && named === undefined && Object.keys(when).length > 0) return null;
  if (when.outcomes !== undefined && (facts.outcome === null || !when.outcomes.includes(facts.outcome)))
    return null;
  if (when.stages !== undefined && (facts.stage === null || !when.stages.includes(facts.stage))) return null;
  if (when.causeCodes !== undefined && !when.causeCodes.includes(facts.causeCode ?? "")) return null;
  if (when.exceptions !== undefined && !names(when.exceptions, facts.exception)) return null;
  if (when.exceptExceptions !== undefined && names(when.exceptExceptions, facts.exception)) return null;
  if (when.withoutException === true && facts.exception !== null) return null;
  if (when.at === "runtime" && !facts.atRuntime) return null;
  if (when.only === "tests" && !facts.onlyTests) return null;
  if (when.innermost === "library" && !facts.innermostIsLibrary) return null;
  if (rule.innermostFile?.test(facts.innermostFile ?? "") === false) return null;
  if (rule.exceptMessage?.test(facts.message) === true) return null;
  const match = rule.message === null ? [] : rule.message.exec(facts.message);
  if (match === null) return null;
  const groups = match.slice(1).map((group) => group ?? "");
  return when.ownClass === true && !facts.ownClasses.has(groups[0] ?? "") ? null : groups;
}

/** Messages of assertions are the tests' own words: only rules about assertions read them. */
const ASSERTIONS = ["AssertionError", "Failed"];
/** Libraries whose assertions are those of tests; an assertion inside another one is its refusal. */
const TEST_LIBRARY = /[/\\](?:unittest|_pytest|testing)[/\\]/;

function names(known: readonly string[], exception: string | null): boolean {
  return exception !== null && (known.includes(exception) || known.includes(shortName(exception)));
}

function pattern(source: string | undefined): RegExp | null {
  return source === undefined ? null : new RegExp(source, "s");
}

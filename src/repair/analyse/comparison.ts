/** What an assertion compared, read out of its message: the sandbox's own words, unittest's, pytest's, NumPy's. */
import type { FailureAnalysis } from "../../contracts/repair.ts";

type Comparison = NonNullable<FailureAnalysis["comparison"]>;

const OPERATORS = ["==", "!=", "<=", ">=", "<", ">", "is not", "is", "not in", "in"] as const;
/** unittest tells the contrary of what was asserted. */
const UNITTEST: Readonly<Record<string, string>> = {
  "!=": "==",
  "==": "!=",
  "not found in": "in",
  "unexpectedly found in": "not in",
  "not less than": "<",
  "not greater than": ">",
  "not less than or equal to": "<=",
  "not greater than or equal to": ">=",
  "is not": "is",
};

/** Null when the message tells no comparison. */
export function comparisonOf(message: string): Comparison | null {
  const told = /^(.*) is false$/s.exec(message)?.[1] ?? /^assert (.*)$/s.exec(message)?.[1];
  if (told !== undefined) return splitAt(told, OPERATORS);
  const arrays = /(?:ACTUAL|x): ?(.+?)\n\s*(?:DESIRED|y): ?(.+?)(?:\n|$)/s.exec(message);
  if (arrays !== null)
    return { left: (arrays[1] ?? "").trim(), operator: "==", right: (arrays[2] ?? "").trim() };
  const [first = ""] = message.split("\n", 1);
  const found = splitAt(
    first.replace(/^(?:Lists|Tuples|Sets|Dictionaries|Sequences) differ: /, ""),
    Object.keys(UNITTEST),
  );
  if (found === null) return null;
  const right = found.right.replace(/ : .*$/, "").replace(/ within .*$/, "");
  return { ...found, operator: UNITTEST[found.operator] ?? found.operator, right };
}

/** Splits at the first operator that stands outside of quotes and brackets, with blanks around it. */
function splitAt(text: string, operators: readonly string[]): Comparison | null {
  const sorted = [...operators].sort((a, b) => b.length - a.length);
  let depth = 0;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quote !== null) {
      if (character === "\\") at++;
      else if (character === quote) quote = null;
    } else if (character === "'" || character === '"') quote = character;
    else if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === " " && depth <= 0) {
      const operator = sorted.find((known) => text.startsWith(`${known} `, at + 1));
      if (operator !== undefined) {
        const right = text.slice(at + operator.length + 2).trim();
        return { left: text.slice(0, at).trim(), operator, right };
      }
    }
  }
  return null;
}

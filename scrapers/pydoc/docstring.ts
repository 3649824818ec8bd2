/**
 * Docstrings of the three styles (NumPy, Google, reST) and of plain prose as parts: description, parameters, what
 * is returned and raised, examples. Doctests are read by `doctest-blocks.ts`.
 */
import type { DocstringParts } from "./docstring-parts.ts";
import { googleParts, isGoogleHeading } from "./google-sections.ts";
import { numpyParts, isUnderline } from "./numpy-sections.ts";
import { restParts } from "./rest-fields.ts";

/** Reads a docstring that `inspect.cleandoc` has dedented. */
export function readDocstring(text: string): DocstringParts {
  const lines = withoutDoctests(text.replaceAll("\r\n", "\n").split("\n"));
  const parts = readStyle(lines);
  const raises = parts.raises.length > 0 ? parts.raises : raisedInProse(lines.join("\n"));
  return { ...parts, raises, description: parts.description.trim() };
}

function readStyle(lines: readonly string[]): DocstringParts {
  if (lines.some((line, index) => isUnderline(line, lines[index - 1]))) return numpyParts(lines);
  if (lines.some(isGoogleHeading)) return googleParts(lines);
  if (
    lines.some((line) => /^\s*:(param|parameter|arg|type|returns?|rtype|raises?|except)\b[^:]*:/.test(line))
  ) {
    return restParts(lines);
  }
  const description = lines.join("\n");
  return { style: "plain", description, parameters: [], returns: null, raises: [], sections: [] };
}

/** Lines without interactive examples and what they print. */
export function withoutDoctests(lines: readonly string[]): string[] {
  let inExample = false;
  return lines.filter((line) => {
    if (/^\s*>>>/.test(line)) inExample = true;
    else if (line.trim() === "") inExample = false;
    return !inExample;
  });
}

/** "If data is empty, StatisticsError will be raised." */
function raisedInProse(text: string): { exception: string; description: string }[] {
  const sentences = text.replaceAll(/\s+/g, " ").split(/(?<=[.;])\s/);
  const found = sentences.flatMap((sentence) => {
    if (!/\brais(e|es|ed|ing)\b/i.test(sentence)) return [];
    const names = sentence.match(
      /\b[A-Za-z_.]*(?:Error|Exception|StopIteration|KeyboardInterrupt|InvalidOperation)\b/g,
    );
    return (names ?? []).map((exception) => ({ exception, description: sentence.trim() }));
  });
  return found.filter(
    ({ exception }, index) => found.findIndex((other) => other.exception === exception) === index,
  );
}

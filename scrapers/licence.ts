/** Licence words to SPDX ids, where they mean one without guessing a version. */
import correct from "spdx-correct";
import { textsOf } from "./json-value.ts";

const MAX_CHARS = 100;
const known = new Map<string, string>();

/** SPDX id of one licence name; the name itself when it maps to none. */
export function spdxOf(words: string): string {
  const kept = known.get(words);
  if (kept !== undefined) return kept;
  const found = words.length > MAX_CHARS ? null : correct(words, { upgrade: false });
  const result = found !== null && !guessesVersion(words, found) ? found : words;
  if (known.size < 10_000) known.set(words, result);
  return result;
}

/** True when the id has a version number that the words do not have ("gpl" to "GPL-3.0-or-later"). */
function guessesVersion(words: string, id: string): boolean {
  const digits = id.match(/\d+/g) ?? [];
  return digits.some((digit) => digit !== "0" && !words.includes(digit));
}

/** One licence, or several of a page that must all be met, joined by AND; null when nothing is said. */
export function licenceOf(value: unknown): string | null {
  const ids = textsOf(value)
    .filter((words) => !SILENT.has(words.toLowerCase()))
    .map(spdxOf);
  const unique = [...new Set(ids)];
  return unique.length === 0 ? null : unique.join(" AND ");
}

const SILENT = new Set(["unknown", "none", "n/a", "null", "custom", "tbd"]);

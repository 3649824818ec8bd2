/**
 * Reads JSON that a model wrote. Two deviations are read because they have one meaning only: raw line breaks and tabs
 * inside strings, and escapes that JSON does not know (`\d`, `\'`), which stand for themselves. Nothing is guessed.
 */
import type { JsonValue } from "../contracts/json.ts";

export type JsonReading =
  | { readonly state: "read"; readonly value: JsonValue; readonly repaired: boolean }
  /** The text ends before the value does. */
  | { readonly state: "cut"; readonly at: number }
  | { readonly state: "broken"; readonly at: number; readonly message: string };

const KNOWN_ESCAPES = new Set(['"', "\\", "/", "b", "f", "n", "r", "t"]);

/** One JSON value; what follows it is left alone when `allowRest` is set. */
export function readJson(text: string): JsonReading {
  const start = text.search(/\S/);
  if (start === -1) return { state: "cut", at: 0 };
  const scan = scanValue(text, start);
  if (scan.state !== "ended") return scan;
  const source = text.slice(start, scan.end);
  try {
    return { state: "read", value: JSON.parse(source) as JsonValue, repaired: false };
  } catch {
    // strings with raw line breaks or unknown escapes: normalise and read again
  }
  try {
    return { state: "read", value: JSON.parse(normaliseStrings(source)) as JsonValue, repaired: true };
  } catch (error) {
    return { state: "broken", at: start, message: error instanceof Error ? error.message : String(error) };
  }
}

type Scan = { readonly state: "ended"; readonly end: number } | Exclude<JsonReading, { state: "read" }>;

/** Finds the end of the value by brackets and strings alone; one pass. */
function scanValue(text: string, start: number): Scan {
  const open: string[] = [];
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === -1) return { state: "cut", at };
      at = end;
    } else if (character === "{" || character === "[") open.push(character === "{" ? "}" : "]");
    else if (character === "}" || character === "]") {
      if (open.pop() !== character) return { state: "broken", at, message: `"${character}" closes nothing` };
    } else if (!/[\s,:]/.test(character)) {
      const word = /[^\s,:{}[\]"]*/.exec(text.slice(at, at + MAX_WORD_CHARS))?.[0] ?? character;
      const end = at + word.length;
      if (end === text.length && startsScalar(word)) return { state: "cut", at };
      if (!isScalar(word)) return { state: "broken", at, message: `unexpected ${JSON.stringify(word)}` };
      at = end - 1;
    }
    if (open.length === 0) return { state: "ended", end: at + 1 };
  }
  return { state: "cut", at: text.length };
}

const MAX_WORD_CHARS = 400;
const LITERALS = ["true", "false", "null"];

function isScalar(word: string): boolean {
  return LITERALS.includes(word) || /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(word);
}

function startsScalar(word: string): boolean {
  return LITERALS.some((literal) => literal.startsWith(word)) || /^-?\d*\.?\d*([eE][+-]?\d*)?$/.test(word);
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function normaliseStrings(source: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let quote = source.indexOf('"'); quote !== -1; quote = source.indexOf('"', from)) {
    const end = endOfString(source, quote);
    if (end === -1) break;
    parts.push(source.slice(from, quote), normaliseString(source.slice(quote + 1, end)));
    from = end + 1;
  }
  parts.push(source.slice(from));
  return parts.join("");
}

function normaliseString(content: string): string {
  let result = "";
  for (let at = 0; at < content.length; at++) {
    const character = content[at] ?? "";
    if (character !== "\\") {
      result += character < " " ? JSON.stringify(character).slice(1, -1) : character;
      continue;
    }
    const escaped = content[at + 1] ?? "";
    const unicode = escaped === "u" && /^[0-9a-fA-F]{4}$/.test(content.slice(at + 2, at + 6));
    if (unicode || KNOWN_ESCAPES.has(escaped)) {
      result += character + escaped;
      at++;
    } else result += "\\\\";
  }
  return `"${result}"`;
}

/**
 * Runs of tokens and of words as hashes, in their order. In code a name stands for its first place in the run, so that
 * other names make no difference; words of the language, of builtins, after a dot, numbers and short texts count.
 */
import known from "../../../data/python-words.json" with { type: "json" };
import { ANY_TEXT, codeTokens, scrambled, textHash } from "../shingles.ts";

/** Tokens of code in one run, without brackets of calls and commas. */
export const CODE_LENGTH = 10;
/** Words of prose in one run. */
export const TEXT_LENGTH = 5;

const KNOWN = new Set([...known.keywords, ...known.builtins]);
const FNV_PRIME = 0x01000193;
/** What formatters and people put in or leave out. */
const LAYOUT = new Set([ANY_TEXT, "(", ")", ",", ";"]);
const NAME = /^[A-Za-z_]/;

/** Hashes (32 bits) of all runs of `CODE_LENGTH` tokens; none where there are fewer. */
export function codeGrams(code: string): Uint32Array {
  const tokens = [...codeTokens(code)].filter((token) => !LAYOUT.has(token)).map(plainText);
  const isName = tokens.map((token, at) => NAME.test(token) && !KNOWN.has(token) && tokens[at - 1] !== ".");
  const hashes = tokens.map((token, at) => (isName[at] === true ? 0 : textHash(token)));
  return runs(tokens.length, CODE_LENGTH, (start) => {
    const places = new Map<string, number>();
    let hash = CODE_LENGTH;
    for (let at = start; at < start + CODE_LENGTH; at++) {
      const token = tokens[at] ?? "";
      if (isName[at] === true && !places.has(token)) places.set(token, places.size + 1);
      hash = Math.imul(hash ^ (places.get(token) ?? hashes[at] ?? 0), FNV_PRIME);
      hash = (hash << 5) | (hash >>> 27);
    }
    return scrambled(hash);
  });
}

/** Hashes (32 bits) of all runs of `TEXT_LENGTH` words, whatever their case; none where there are fewer. */
export function textGrams(text: string): Uint32Array {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hashes = words.map(textHash);
  return runs(words.length, TEXT_LENGTH, (start) => {
    let hash = TEXT_LENGTH;
    for (let at = start; at < start + TEXT_LENGTH; at++) {
      hash = Math.imul(hash ^ (hashes[at] ?? 0), FNV_PRIME);
      hash = (hash << 5) | (hash >>> 27);
    }
    return scrambled(hash);
  });
}

function runs(tokens: number, length: number, hashAt: (start: number) => number): Uint32Array {
  return Uint32Array.from({ length: Math.max(0, tokens - length + 1) }, (_, start) => hashAt(start));
}

/** A short text whatever its quotes. */
function plainText(token: string): string {
  return token.startsWith("'") ? `"${token.slice(1, -1)}"` : token;
}

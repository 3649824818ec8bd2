/**
 * Runs of tokens and of words as hashes, in their order. In code a name stands for how far back it stood last in
 * the run, so that other names make no difference; words of the language, of builtins, after a dot, numbers and short texts count.
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
  const hashes: number[] = [];
  /** For a name how far back it stands last; beyond the run's beginning it is a new one. */
  const distances: number[] = [];
  const last = new Map<string, number>();
  let before = "";
  for (const raw of codeTokens(code)) {
    if (LAYOUT.has(raw)) continue;
    const token = plainText(raw);
    const isName = NAME.test(token) && !KNOWN.has(token) && before !== ".";
    distances.push(isName ? hashes.length - (last.get(token) ?? Number.NEGATIVE_INFINITY) : 0);
    if (isName) last.set(token, hashes.length);
    hashes.push(isName ? 0 : textHash(token));
    before = token;
  }
  return runs(hashes.length, CODE_LENGTH, (start) => {
    let hash = CODE_LENGTH;
    for (let at = 0; at < CODE_LENGTH; at++) {
      const distance = distances[start + at] ?? 0;
      hash = mixed(hash, distance > 0 && distance <= at ? distance : (hashes[start + at] ?? 0));
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
    for (let at = start; at < start + TEXT_LENGTH; at++) hash = mixed(hash, hashes[at] ?? 0);
    return scrambled(hash);
  });
}

function mixed(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, FNV_PRIME);
  return (next << 5) | (next >>> 27);
}

function runs(tokens: number, length: number, hashAt: (start: number) => number): Uint32Array {
  return Uint32Array.from({ length: Math.max(0, tokens - length + 1) }, (_, start) => hashAt(start));
}

/** A short text whatever its quotes. */
function plainText(token: string): string {
  return token.startsWith("'") ? `"${token.slice(1, -1)}"` : token;
}

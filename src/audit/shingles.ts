/**
 * A program as a set of hashes of runs of tokens: layout, comments and long texts (docstrings) make no difference.
 * Not a parser: what is no Python still gives tokens.
 */
const TOKEN =
  /("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*|[A-Za-z_]\w*|\d[\w.]*|[^\s\w]/g;
/** Tokens in one shingle. */
const SHINGLE = 5;
/** Texts longer than this are prose. */
const LONGEST_WORD_TEXT = 24;
/** Stands for any text that is prose. */
export const ANY_TEXT = '"…"';
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Different hashes (32 bits) of all runs of five tokens; of the whole where there are fewer. */
export function shingleHashes(code: string): Uint32Array {
  const tokens = [...codeTokens(code)].map(textHash);
  const found = new Set<number>();
  const last = Math.max(0, tokens.length - SHINGLE);
  for (let start = 0; start <= last && tokens.length > 0; start++) {
    let hash = FNV_OFFSET;
    for (let at = start; at < Math.min(start + SHINGLE, tokens.length); at++)
      hash = Math.imul(hash ^ (tokens[at] ?? 0), FNV_PRIME);
    found.add(scrambled(hash));
  }
  return Uint32Array.from(found);
}

/** Tokens in their order, without comments; a text that is prose is one that stands for any other. */
export function* codeTokens(code: string): Generator<string> {
  for (const [token, text] of code.matchAll(TOKEN)) {
    if (token.startsWith("#")) continue;
    const isProse = text !== undefined && (text.length > LONGEST_WORD_TEXT || text.includes("\n"));
    yield isProse ? ANY_TEXT : token;
  }
}

/** FNV-1a of a text, scrambled: 32 bits. */
export function textHash(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return scrambled(hash);
}

/** Every bit of the input reaches every bit of the output (the finaliser of MurmurHash3). */
export function scrambled(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

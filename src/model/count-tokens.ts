/** Tokens of a text, by OpenAI's tokeniser: close enough for other models' budgets and estimates. */
import { countTokens } from "gpt-tokenizer";

/** The encoding that tokens are counted by, whatever a model's own. */
export const tokenizerName = "o200k_base";

const CHUNK_CHARS = 10_000;

/** Texts like `<|im_start|>` are counted as the characters they are; by default the tokeniser throws on them. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/** The tokeniser takes quadratic time on one long run of a character: long text is counted in pieces. */
export function countCautiously(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; start += CHUNK_CHARS) {
    tokens += countTokens(text.slice(start, start + CHUNK_CHARS).toWellFormed(), PLAIN_TEXT);
  }
  return tokens;
}

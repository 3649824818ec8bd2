/** The code and the prose of a text that may be either, or code with prose in it. */

export interface Parts {
  readonly code: string;
  readonly prose: readonly string[];
}

/** Lines that prose does not have. */
const CODE_LINE =
  /^\s*(?:(?:async\s+)?def\s+\w+\s*\(|class\s+\w+.*:\s*$|(?:from\s+[\w.]+\s+)?import\s+\w|return\b|assert\s+\w+\()/m;
const LONG_TEXT = /"""([\s\S]*?)"""|'''([\s\S]*?)'''/g;
const COMMENT = /^\s*#(.*)$/gm;

/** Of code the docstrings and the lines that are comments are the prose; anything else is prose as a whole. */
export function partsOf(text: string): Parts {
  if (!CODE_LINE.test(text)) return { code: "", prose: [text] };
  const docstrings = [...text.matchAll(LONG_TEXT)].map(([, double, single]) => double ?? single ?? "");
  const comments = [...text.matchAll(COMMENT)].map(([, comment]) => comment ?? "");
  return { code: text, prose: [...docstrings, comments.join("\n")] };
}

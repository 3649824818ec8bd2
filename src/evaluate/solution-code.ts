/** The program in a sample's `solution`: as it is, or taken out of the fence and prose it came in. */
import { codeOfReply } from "../model/reply-code.ts";
import type { Python } from "../python/index.ts";

/** True when the text may be a model's answer with a fence; most are not, and nothing has to be parsed for them. */
export function mayBeFenced(text: string): boolean {
  return /^[ \t]*(?:```|~~~)/m.test(text);
}

/** The code in the fence, where the text is no Python and that is; else the text. */
export function solutionCode(text: string, python: Python): string {
  if (python.parses(text)) return text;
  const code = codeOfReply(text)?.code ?? "";
  return code !== "" && python.parses(code) ? code : text;
}

/** The program in an answer that was asked for between `<code>` tags, and came as models send things. */
import { codeOfReply } from "../model/reply-code.ts";

/** Null when there is no code. */
export function codeOfAnswer(answer: string): string | null {
  const [, tagged] = /<code>([\s\S]*?)(?:<\/code>|$)/.exec(answer) ?? [];
  const found = codeOfReply(tagged ?? answer);
  if (tagged === undefined || found !== null) return found?.code ?? null;
  return tagged.trim() === "" ? null : tagged;
}

/** Which of several chained exceptions tells why the program failed. */
import { type AnalysedProgram, ownerOf } from "./blame.ts";
import type { RaisedException } from "./traceback.ts";

export interface Focus {
  readonly raised: RaisedException;
  /** The program raised it by a `raise` of its own, not while it handled another one. */
  readonly isExplicit: boolean;
}

/**
 * The last exception, with two exceptions: one that the program raised itself because of another one is only its
 * wrapping, and an exception group stands for its first member that went through the program.
 */
export function focusOf(chain: readonly RaisedException[], program: AnalysedProgram): Focus | null {
  const members = chain.filter(({ relation }) => relation === "member");
  if (members.length > 0) {
    const own = members.find(({ frames }) => frames.some((frame) => ownerOf(frame, program) === "program"));
    const raised = own ?? members[0];
    if (raised !== undefined) return { raised, isExplicit: isExplicitRaise(raised, program) };
  }
  let index = chain.length - 1;
  while (index > 0 && wraps(chain[index], program)) index--;
  const raised = chain[index];
  return raised === undefined ? null : { raised, isExplicit: isExplicitRaise(raised, program) };
}

function wraps(raised: RaisedException | undefined, program: AnalysedProgram): boolean {
  if (raised === undefined || raised.relation === "first" || raised.relation === "member") return false;
  return isExplicitRaise(raised, program) || /raised Stop(?:Async)?Iteration$/.test(raised.message);
}

function isExplicitRaise({ frames }: RaisedException, program: AnalysedProgram): boolean {
  const innermost = frames.at(-1);
  if (innermost === undefined || ownerOf(innermost, program) !== "program") return false;
  return /^raise\b/.test(innermost.text ?? "");
}

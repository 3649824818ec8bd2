/** The text of an instruction record: `###Instruction:`, `###Output:` and its parts marked `<<<name>>>:`. */

export interface Instruction {
  readonly instruction: string | null;
  /** Parts by name: domain, api_call, api_provider, explanation, code. */
  readonly parts: ReadonlyMap<string, string>;
  /** Output that has no marked parts, as it stands. */
  readonly unmarked: string | null;
}

const INSTRUCTION = "###Instruction:";
const OUTPUT = "###Output:";

export function readInstruction(text: string): Instruction {
  const outputAt = text.indexOf(OUTPUT);
  const partsAt = text.indexOf("<<<");
  const headEnd = outputAt >= 0 ? outputAt : partsAt >= 0 ? partsAt : text.length;
  const instructionAt = text.indexOf(INSTRUCTION);
  const hasInstruction = instructionAt >= 0 && instructionAt < headEnd;
  const instruction = hasInstruction ? text.slice(instructionAt + INSTRUCTION.length, headEnd).trim() : null;
  const output = outputAt >= 0 ? text.slice(outputAt + OUTPUT.length) : text.slice(headEnd);
  const parts = markedParts(output);
  return { instruction, parts, unmarked: parts.size === 0 && output.trim() !== "" ? output.trim() : null };
}

function markedParts(output: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const piece of output.split("<<<").slice(1)) {
    const end = piece.indexOf(">>>");
    const name = end < 0 ? "" : piece.slice(0, end).trim();
    if (!/^\w+$/.test(name) || parts.has(name)) continue;
    parts.set(name, trimPart(piece.slice(end + 3)));
  }
  return parts;
}

/** Without the colon in front and the comma that some records put between the parts. */
function trimPart(text: string): string {
  return text
    .replace(/^\s*:[ \t]*/, "")
    .replace(/^\n/, "")
    .trimEnd()
    .replace(/,$/, "")
    .trimEnd();
}

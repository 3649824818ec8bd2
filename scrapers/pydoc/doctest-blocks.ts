/** The interactive examples of a docstring as code blocks. */
import type { CodeBlock } from "../../src/contracts/document.ts";
import type { Python } from "../../src/python/index.ts";
import { isUnderline } from "./numpy-sections.ts";

/** Examples that only blank lines part are one block; prose between them starts another. */
export function doctestBlocks(text: string, python: Python): CodeBlock[] {
  const lines = text.split("\n");
  const blocks: CodeBlock[] = [];
  let heading: string | null = null;
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    if (isUnderline(line, lines[index - 1])) heading = (lines[index - 1] ?? "").trim();
    else if (/^(Example|Examples|Doctest|Usage):$/.test(line.trim())) heading = line.trim().slice(0, -1);
    if (!isPrompt(line)) {
      index += 1;
      continue;
    }
    const end = blockEnd(lines, index);
    blocks.push(block(lines.slice(index, end), index + 1, heading, python));
    index = end;
  }
  return blocks;
}

function isPrompt(line: string | undefined): boolean {
  return line !== undefined && line.trimStart().startsWith(">>>");
}

/** The line after the block: where a blank line is not followed by another prompt. */
function blockEnd(lines: readonly string[], start: number): number {
  let end = start;
  while (end < lines.length) {
    if ((lines[end] ?? "").trim() === "") {
      const next = lines.findIndex((line, index) => index > end && line.trim() !== "");
      if (next < 0 || !isPrompt(lines[next])) return end;
      end = next;
    } else end += 1;
  }
  return end;
}

function block(lines: readonly string[], line: number, heading: string | null, python: Python): CodeBlock {
  const code = lines.join("\n");
  const steps = python.parseDoctest(code);
  const parses = python.parses(steps.map((step) => step.source).join("\n"));
  return { language: "python", info: "", kind: "doctest", code, steps, parses, line, heading };
}

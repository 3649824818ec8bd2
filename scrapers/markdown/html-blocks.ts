/**
 * A block rule for markdown-it that keeps only HTML which hides its content from Markdown: comments, scripts,
 * styles and `<pre>`. Other tags stay text, so that a fence straight after `<summary>` is still a fence.
 */
import type { MarkdownIt, StateBlock } from "markdown-it";

const OPENERS: readonly (readonly [start: string, end: string])[] = [
  ["<!--", "-->"],
  ["<script", "</script>"],
  ["<style", "</style>"],
  ["<pre", "</pre>"],
  ["<textarea", "</textarea>"],
];

/** Replaces the built-in HTML rule of `markdown`. */
export function useHiddenHtmlOnly(markdown: MarkdownIt): void {
  markdown.block.ruler.at("html_block", hiddenHtml, { alt: ["paragraph", "reference", "blockquote"] });
}

function hiddenHtml(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const end = endMark(lineText(state, startLine));
  if (end === null) return false;
  if (silent) return true;
  let nextLine = startLine;
  while (nextLine < endLine && !lineText(state, nextLine).toLowerCase().includes(end)) nextLine += 1;
  nextLine = Math.min(nextLine + 1, endLine);
  state.line = nextLine;
  const token = state.push("html_block", "", 0);
  token.map = [startLine, nextLine];
  token.content = state.getLines(startLine, nextLine, state.blkIndent, true);
  return true;
}

function endMark(line: string): string | null {
  if (!line.startsWith("<")) return null;
  const lower = line.slice(0, 12).toLowerCase();
  const opener = OPENERS.find(([start]) => {
    const after = lower[start.length] ?? ">";
    return lower.startsWith(start) && (start === "<!--" || after === ">" || after === " ");
  });
  return opener?.[1] ?? null;
}

function lineText(state: StateBlock, line: number): string {
  const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(from, state.eMarks[line] ?? from);
}

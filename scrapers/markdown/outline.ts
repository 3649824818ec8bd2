/**
 * A Markdown page as headings, prose and code blocks with their lines. Only block structure is read
 * (markdown-it without its inline rules), which keeps the time linear in the page's size.
 */
import MarkdownIt, { type Token } from "markdown-it";
import { textOfHtmlCode } from "./html-code.ts";
import { useHiddenHtmlOnly } from "./html-blocks.ts";
import type { RawBlock } from "./code-language.ts";
import type { Section } from "../../src/contracts/document.ts";

export interface Outline {
  /** Text of the first heading of the highest level. */
  readonly title: string | null;
  /** Every heading with the prose below it; the text before the first heading has an empty title. */
  readonly sections: readonly Section[];
  readonly blocks: readonly RawBlock[];
  /** HTML comments, without their marks. */
  readonly comments: readonly string[];
  readonly warnings: readonly string[];
}

const markdown = new MarkdownIt("default", { html: true, maxNesting: 40 });
markdown.core.ruler.disable(["inline", "linkify", "replacements", "smartquotes", "text_join"], true);
markdown.block.ruler.disable(["table", "reference"]);
useHiddenHtmlOnly(markdown);

/** Reads `text`; `firstLine` is the page's line number of its first line (after front matter). */
export function outlineOf(text: string, firstLine = 1): Outline {
  const lines = text.split("\n");
  const reader = new OutlineReader(lines, firstLine);
  const tokens = markdown.parse(text, {});
  tokens.forEach((token, index) => reader.read(token, tokens[index + 1]));
  return reader.finish();
}

class OutlineReader {
  readonly #lines: readonly string[];
  readonly #firstLine: number;
  readonly #sections: { title: string; level: number; from: number; parts: string[] }[] = [
    { title: "", level: 0, from: 0, parts: [] },
  ];
  readonly #blocks: RawBlock[] = [];
  readonly #comments: string[] = [];
  readonly #warnings: string[] = [];

  constructor(lines: readonly string[], firstLine: number) {
    this.#lines = lines;
    this.#firstLine = firstLine;
  }

  read(token: Token, next: Token | undefined): void {
    if (token.type === "heading_open") this.#heading(token, next);
    else if (token.type === "fence" || token.type === "code_block") this.#code(token);
    else if (token.type === "html_block") this.#html(token);
  }

  finish(): Outline {
    this.#proseUpTo(this.#lines.length, this.#lines.length);
    const sections = this.#sections
      .map(({ title, level, parts }) => ({ title, level, text: parts.join("\n\n").trim() }))
      .filter((section) => section.title !== "" || section.text !== "");
    const levels = sections.filter((section) => section.title !== "").map((section) => section.level);
    const highest = Math.min(...levels);
    const title =
      sections.find((section) => section.title !== "" && section.level === highest)?.title ?? null;
    return { title, sections, blocks: this.#blocks, comments: this.#comments, warnings: this.#warnings };
  }

  #heading(token: Token, inline: Token | undefined): void {
    const [start, end] = token.map ?? [0, 0];
    this.#proseUpTo(start, end);
    const title = plainHeading(inline?.content ?? "");
    if (title !== "") this.#sections.push({ title, level: Number(token.tag.slice(1)), from: end, parts: [] });
  }

  #code(token: Token): void {
    const [start, end] = token.map ?? [0, 0];
    this.#proseUpTo(start, end);
    const fenced = token.type === "fence";
    if (fenced && !this.#isClosed(token, start, end)) {
      this.#warnings.push(`code fence of line ${this.#firstLine + start} is never closed`);
    }
    this.#add(token.info, token.content, this.#firstLine + start + (fenced ? 1 : 0));
  }

  #isClosed(token: Token, start: number, end: number): boolean {
    if (end - start < 2) return false;
    const last = (this.#lines[end - 1] ?? "").replace(/^[\s>]+/, "").trimEnd();
    const mark = token.markup[0] ?? "`";
    return last.length >= token.markup.length && last === mark.repeat(last.length);
  }

  #html(token: Token): void {
    const [start, end] = token.map ?? [0, 0];
    this.#proseUpTo(start, end);
    const content = token.content.trim();
    if (content.startsWith("<!--"))
      this.#comments.push(
        content
          .slice(4)
          .replace(/-->[\s\S]*$/, "")
          .trim(),
      );
    else if (content.slice(0, 4).toLowerCase() === "<pre") {
      const { info, code } = textOfHtmlCode(content);
      this.#add(info, code, this.#firstLine + start);
    }
  }

  #add(info: string, content: string, line: number): void {
    const code = content.endsWith("\n") ? content.slice(0, -1) : content;
    const heading = this.#sections.at(-1)?.title ?? "";
    if (code.trim() !== "")
      this.#blocks.push({ info: info.trim(), code, line, heading: heading === "" ? null : heading });
  }

  /** Gives the lines since the last code block or heading to the open section. */
  #proseUpTo(line: number, resumeAt: number): void {
    const section = this.#sections.at(-1);
    if (section === undefined) return;
    const text = this.#lines.slice(section.from, line).join("\n").trim();
    if (text !== "") section.parts.push(text);
    section.from = Math.max(section.from, resumeAt);
  }
}

/** Heading text without links, emphasis marks and anchors. */
export function plainHeading(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<[^>]{0,300}>/g, "")
    .replaceAll(/\*\*|__|`/g, "")
    .replace(/\s*\{#[^}]*\}\s*$/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

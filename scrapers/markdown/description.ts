/** Which part of a page says what the thing is. */
import type { Section } from "../../src/contracts/document.ts";

const NAMES = ["description", "overview", "summary", "introduction", "about", "details", "what is"];
const ENOUGH_CHARS = 60;
const MAX_CHARS = 4_000;

/** The lead text, else a section named like a description, else the first with a sentence in it. */
export function describe(sections: readonly Section[]): string {
  const written = sections.map((section) => ({ section, words: wordsOf(section.text) }));
  const enough = written.filter(({ words }) => words.length >= ENOUGH_CHARS);
  const lead = enough.find(({ section }) => sections.indexOf(section) <= 1);
  const named = enough.find(({ section }) =>
    NAMES.some((name) => section.title.toLowerCase().includes(name)),
  );
  const longest = written.toSorted((a, b) => b.words.length - a.words.length)[0];
  return (lead ?? named ?? enough[0] ?? longest)?.section.text.slice(0, MAX_CHARS).toWellFormed() ?? "";
}

/** Prose without markup, images and rules: what is left is worth reading. */
export function wordsOf(text: string): string {
  return text
    .slice(0, 20_000)
    .replaceAll(/<[^>]{0,500}>/g, " ")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replaceAll(/\]\([^)]*\)/g, " ")
    .replaceAll(/[\s#*_|>`~=[\]()-]+/g, " ")
    .trim();
}

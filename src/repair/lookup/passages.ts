/** Documents in pieces that fit into a prompt, found by BM25. */
import type { RepairRequest } from "../../contracts/repair.ts";
import { indexTexts, type TextIndex } from "./bm25.ts";

const PASSAGE_CHARS = 1_200;

export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** An index of the documents' passages; a passage ends at a blank line where it can. */
export function indexPassages(documents: RepairRequest["documents"]): TextIndex<Passage> {
  const passages = documents.flatMap(({ title, text }) => split(text).map((part) => ({ title, text: part })));
  return indexTexts(passages, ({ title, text }) => `${title}\n${text}`);
}

function split(text: string): string[] {
  const parts: string[] = [];
  let current = "";
  for (const block of text.split(/\n\s*\n/)) {
    if (current !== "" && current.length + block.length > PASSAGE_CHARS) {
      parts.push(current);
      current = "";
    }
    current = current === "" ? block : `${current}\n\n${block}`;
    for (; current.length > 2 * PASSAGE_CHARS; current = current.slice(PASSAGE_CHARS))
      parts.push(current.slice(0, PASSAGE_CHARS));
  }
  return current.trim() === "" ? parts : [...parts, current];
}

/** What a typed line means. Letters in any case, spaces around them; anything else is nothing and costs nothing. */
import type { Reply } from "../../index.ts";

export type Typed =
  | Reply
  /** Show the candidates, or the program of one, by its rank from 1. */
  | { readonly kind: "show"; readonly rank: number | null }
  | { readonly kind: "help" }
  | { readonly kind: "nothing"; readonly message: string };

const WORDS: Readonly<Record<string, Typed>> = {
  y: { kind: "yes" },
  yes: { kind: "yes" },
  n: { kind: "no" },
  no: { kind: "no" },
  s: { kind: "skip" },
  skip: { kind: "skip" },
  u: { kind: "undo" },
  undo: { kind: "undo" },
  q: { kind: "quit" },
  quit: { kind: "quit" },
  c: { kind: "show", rank: null },
  candidates: { kind: "show", rank: null },
  "?": { kind: "help" },
  h: { kind: "help" },
  help: { kind: "help" },
};

export function readAnswer(line: string): Typed {
  const typed = line.trim();
  const word = WORDS[typed.toLowerCase()];
  if (word !== undefined) return word;
  if (typed === "") return { kind: "nothing", message: "nothing was typed: y, n, = VALUE, s, c, u, q or ?" };
  const [, value] = /^=\s*(.+)$/s.exec(typed) ?? [];
  if (value !== undefined) return { kind: "value", value };
  const [, rank] = /^c(?:andidates?)?\s*(\d+)$/i.exec(typed) ?? [];
  if (rank !== undefined) return { kind: "show", rank: Number(rank) };
  return { kind: "nothing", message: `"${typed}" is no answer: y, n, = VALUE, s, c, u, q or ?` };
}

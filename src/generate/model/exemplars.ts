/**
 * Exemplars for a prompt: tasks whose documents are like this one (BM25), but not like each other (maximal marginal
 * relevance), because near-copies teach nothing more.
 */
import type { Document } from "../../contracts/document.ts";
import type { Task } from "../../contracts/task.ts";

const K1 = 1.2;
const B = 0.75;
/** Weight of fitting against being different. */
const RELEVANCE = 0.7;

interface Entry {
  readonly task: Task;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** A fixed set of tasks to choose exemplars from. */
export class ExemplarPool {
  private readonly entries: readonly Entry[];
  private readonly documentFrequency = new Map<string, number>();
  private readonly averageLength: number;

  constructor(tasks: readonly Task[]) {
    this.entries = tasks.map((task) => {
      const words = wordsOf(`${task.instruction}\n${task.imports}\n${task.functionCode}`);
      return { task, counts: countWords(words), length: words.length };
    });
    for (const { counts } of this.entries) {
      for (const word of counts.keys())
        this.documentFrequency.set(word, (this.documentFrequency.get(word) ?? 0) + 1);
    }
    const total = this.entries.reduce((sum, { length }) => sum + length, 0);
    this.averageLength = total / Math.max(1, this.entries.length);
  }

  /** Up to `count` tasks for a document, most useful first; the same pool gives the same answer. */
  choose(document: Document, count: number): Task[] {
    const query = new Set(wordsOf(`${document.name}\n${document.description.slice(0, 2_000)}`));
    const scored = this.entries
      .filter(({ task }) => task.documentId !== document.id)
      .map((entry) => ({ entry, score: this.bm25(query, entry) }))
      .filter(({ score }) => score > 0);
    const best = Math.max(...scored.map(({ score }) => score), 1e-9);
    const chosen: Entry[] = [];
    while (chosen.length < count && scored.length > 0) {
      let pick = 0;
      let pickValue = Number.NEGATIVE_INFINITY;
      for (const [index, { entry, score }] of scored.entries()) {
        const likeness = Math.max(0, ...chosen.map((other) => overlap(entry, other)));
        const value = RELEVANCE * (score / best) - (1 - RELEVANCE) * likeness;
        if (value > pickValue) [pick, pickValue] = [index, value];
      }
      chosen.push(...scored.splice(pick, 1).map(({ entry }) => entry));
    }
    return chosen.map(({ task }) => task);
  }

  private bm25(query: ReadonlySet<string>, { counts, length }: Entry): number {
    let score = 0;
    for (const word of query) {
      const count = counts.get(word);
      if (count === undefined) continue;
      const found = this.documentFrequency.get(word) ?? 0;
      const idf = Math.log(1 + (this.entries.length - found + 0.5) / (found + 0.5));
      score += (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / this.averageLength));
    }
    return score;
  }
}

/** Jaccard likeness of two tasks' words. */
function overlap(a: Entry, b: Entry): number {
  let shared = 0;
  for (const word of a.counts.keys()) if (b.counts.has(word)) shared++;
  return shared / Math.max(1, a.counts.size + b.counts.size - shared);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z][a-z0-9]{2,}/g) ?? [];
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

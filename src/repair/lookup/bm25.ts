/**
 * Ranking of texts by the words of a question: Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009). Names are also found by their parts: `read_csv` by "csv", `DataFrame` by "frame".
 */

const K1 = 1.2;
const B = 0.75;

export interface Ranked<Item> {
  readonly item: Item;
  readonly score: number;
}

export interface TextIndex<Item> {
  /** Items that share a word with the question, the best first; equal scores in the order given. */
  search(question: string, count: number): Ranked<Item>[];
}

/** Words of a text: lower case, and the parts of compound names beside the whole. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}_.]+/gu)].flatMap(([found]) => {
    const word = found.replaceAll(/^\.+|\.+$/g, "");
    const parts = word
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .split(/[\s._]+/)
      .filter((part) => part.length > 1);
    const whole = word.toLowerCase();
    const lower = parts.map((part) => part.toLowerCase());
    return lower.length === 1 && lower[0] === whole
      ? [whole]
      : [whole, ...lower].filter((text) => text !== "");
  });
}

/** An index of items by their texts. */
export function indexTexts<Item>(items: readonly Item[], textOf: (item: Item) => string): TextIndex<Item> {
  const counted = items.map((item) => {
    const words = wordsOf(textOf(item));
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { item, counts, length: words.length };
  });
  const holding = new Map<string, number>();
  for (const { counts } of counted)
    for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length);
  const weight = (word: string): number => {
    const texts = holding.get(word) ?? 0;
    return Math.log(1 + (counted.length - texts + 0.5) / (texts + 0.5));
  };
  return {
    search(question, count) {
      const asked = [...new Set(wordsOf(question))];
      return counted
        .map(({ item, counts, length }) => ({
          item,
          score: asked.reduce((sum, word) => {
            const times = counts.get(word) ?? 0;
            const norm = K1 * (1 - B + (B * length) / Math.max(1, average));
            return sum + (weight(word) * times * (K1 + 1)) / (times + norm);
          }, 0),
        }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, count);
    },
  };
}

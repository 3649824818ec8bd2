/** Near-duplicates are found by what programs do, not by how they are laid out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimatedSimilarity, SIGNATURE_LENGTH, writeSignature } from "../../src/audit/min-hash.ts";
import { NearDuplicateIndex } from "../../src/audit/near-duplicates.ts";
import { shingleHashes } from "../../src/audit/shingles.ts";

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const shared = [...a].filter((item) => b.has(item)).length;
  return shared / (a.size + b.size - shared);
}

function signatureOf(items: Iterable<number>): Uint8Array {
  const signature = new Uint8Array(SIGNATURE_LENGTH);
  writeSignature(Uint32Array.from(items), signature);
  return signature;
}

const program = (lines: readonly string[]): string =>
  `def f(x):\n${lines.map((line) => `    ${line}\n`).join("")}`;
const lines = Array.from({ length: 30 }, (_, index) => `x${index} = g${index % 7}(x, ${index * 3})`);

describe("signatures", () => {
  it("estimate the similarity of sets", () => {
    const errors: number[] = [];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 60, maxLength: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (items, share) => {
          const cut = Math.floor(items.length * share);
          const [a, b] = [items.slice(0, Math.max(1, cut + 20)), items.slice(cut)];
          const exact = jaccard(new Set(a), new Set(b));
          const error = Math.abs(estimatedSimilarity(signatureOf(a), signatureOf(b)) - exact);
          errors.push(error);
          expect(error).toBeLessThan(0.25); // more than five standard errors
        },
      ),
      { seed: 7 },
    );
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.04);
  });

  it("are equal for equal sets and share next to nothing for disjoint ones", () => {
    const items = Array.from({ length: 100 }, (_, index) => index * 7919);
    expect(estimatedSimilarity(signatureOf(items), signatureOf(items.toReversed()))).toBe(1);
    const others = items.map((item) => item + 3);
    expect(estimatedSimilarity(signatureOf(items), signatureOf(others))).toBeLessThan(0.1);
  });
});

describe("shingles", () => {
  it("do not see layout, comments and prose", () => {
    const plain = `def f(x):\n    """Adds one to the number that is given."""\n    return x + 1\n`;
    const dressed = `def f( x ):  # hm\n    """Something else altogether, at some length."""\n\n    # more\n    return x+1`;
    expect(shingleHashes(dressed)).toEqual(shingleHashes(plain));
  });

  it("see words, numbers and short texts", () => {
    const base = new Set(shingleHashes("f(x, 'mean')"));
    for (const other of ["f(y, 'mean')", "f(x, 'sum')", "f(x, 1)"])
      expect(jaccard(base, new Set(shingleHashes(other)))).toBeLessThan(1);
  });

  it("of nothing are none, and of little one", () => {
    expect(shingleHashes(" # only a comment")).toHaveLength(0);
    expect(shingleHashes("x = 1")).toHaveLength(1);
  });
});

describe("the index", () => {
  it("finds an edited copy, and leaves different programs alone", () => {
    const index = new NearDuplicateIndex();
    const numbers = [
      index.add(program(lines)),
      index.add(program(lines.map((line) => line.replaceAll("g", "other").replaceAll("x", "quite")))),
      index.add(program(lines.with(12, "x12 = something_else(1)"))),
    ];
    expect(numbers).toEqual([0, 1, 2]);
    expect([...index.groups(0.7)]).toEqual([0, 1, 0]);
    expect(index.similarity(2, 0)).toBeGreaterThan(0.7);
    expect([...index.groups(0.999)]).toEqual([0, 1, 2]);
  });

  it("finds every copy among many, over the border of a chunk", () => {
    const index = new NearDuplicateIndex();
    const count = 1_500;
    for (let number = 0; number < count; number++)
      index.add(program(lines.map((line, at) => line.replace(/x\d+/, `v${number}_${at}`))));
    for (let number = 0; number < count; number += 100)
      index.add(
        program(lines.map((line, at) => line.replace(/x\d+/, `v${number}_${at}`))).replace(
          "x)",
          "x):  # copy",
        ),
      );
    const groups = [...index.groups(0.8)];
    expect(groups.slice(0, count)).toEqual(Array.from({ length: count }, (_, at) => at));
    expect(groups.slice(count)).toEqual(Array.from({ length: count / 100 }, (_, at) => 100 * at));
  });

  it("groups by chains of similar programs", () => {
    const index = new NearDuplicateIndex();
    let current = lines;
    for (let step = 0; step < 8; step++) {
      index.add(program(current));
      current = current.with(step * 3, `y${step} = changed(${step})`);
    }
    expect(new Set(index.groups(0.75))).toEqual(new Set([0]));
  });
});

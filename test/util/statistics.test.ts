import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusteredInterval, mean, passAtK, passHatK, seededRandom } from "../../src/util/statistics.ts";

/** Every way to take k of n samples, the first c of which passed. */
function shares(n: number, c: number, k: number): { any: number; all: number } {
  let taken = 0;
  let any = 0;
  let all = 0;
  for (let mask = 0; mask < 2 ** n; mask++) {
    const chosen = Array.from({ length: n }, (_, i) => i).filter((i) => (mask >> i) & 1);
    if (chosen.length !== k) continue;
    taken++;
    if (chosen.some((i) => i < c)) any++;
    if (chosen.every((i) => i < c)) all++;
  }
  return { any: any / taken, all: all / taken };
}

const counts = fc
  .integer({ min: 1, max: 10 })
  .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));

describe("pass@k and pass^k", () => {
  it("equal the share of all draws of k samples", () => {
    fc.assert(
      fc.property(counts, ([n, c, k]) => {
        const { any, all } = shares(n, c, k);
        expect(passAtK(n, c, k)).toBeCloseTo(any, 12);
        expect(passHatK(n, c, k)).toBeCloseTo(all, 12);
      }),
    );
  });

  it("are undefined for more draws than samples, whatever passed", () => {
    expect(passAtK(2, 0, 5)).toBeNull();
    expect(passAtK(2, 2, 5)).toBeNull();
    expect(passHatK(2, 2, 5)).toBeNull();
  });

  it("stay in range for many samples", () => {
    expect(passAtK(100_000, 1, 1)).toBeCloseTo(1e-5, 12);
    expect(passHatK(100_000, 99_999, 100)).toBeCloseTo(0.999, 9);
  });

  it("refuse counts that cannot be", () => {
    expect(() => passAtK(2, 3, 1)).toThrow(RangeError);
    expect(() => passAtK(2, 1, 0)).toThrow(RangeError);
    expect(() => passHatK(1.5, 1, 1)).toThrow(RangeError);
  });
});

describe("intervals", () => {
  const values = [1, 0, 1, 1, 0, 1, 0, 1].map((value, i) => ({ cluster: `d${i % 4}`, value }));

  it("are the same for the same seed and hold the mean", () => {
    const interval = clusteredInterval(values, { random: seededRandom(7) });
    expect(interval).toEqual(clusteredInterval(values, { random: seededRandom(7) }));
    const middle = mean(values.map(({ value }) => value)) ?? Number.NaN;
    expect(interval?.low).toBeLessThanOrEqual(middle);
    expect(interval?.high).toBeGreaterThanOrEqual(middle);
  });

  it("are wider when the observations of a cluster agree", () => {
    const width = (clusterOf: (i: number) => string): number => {
      const data = Array.from({ length: 200 }, (_, i) => ({
        cluster: clusterOf(i),
        value: i % 40 < 20 ? 1 : 0,
      }));
      const { low, high } = clusteredInterval(data, { random: seededRandom(1) }) ?? { low: 0, high: 0 };
      return high - low;
    };
    expect(width((i) => String(Math.floor(i / 20)))).toBeGreaterThan(2 * width(String));
  });

  it("are not given for one cluster, and there is no mean of nothing", () => {
    expect(clusteredInterval([{ cluster: "a", value: 1 }], { random: seededRandom(1) })).toBeNull();
    expect(mean([])).toBeNull();
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runBounded } from "../../src/pipeline/bounded.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let index = 0; index < count; index++) yield index;
}

describe("runBounded", () => {
  it("does every input once and never more than allowed at a time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 6 }), async (count, concurrency) => {
        let running = 0;
        let most = 0;
        const results: number[] = [];
        for await (const result of runBounded(numbers(count), concurrency, async (input) => {
          most = Math.max(most, ++running);
          await sleep(input % 3);
          running--;
          return input;
        })) {
          results.push(result);
        }
        expect(results.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
        expect(most).toBeLessThanOrEqual(concurrency);
      }),
      { numRuns: 25 },
    );
  });

  it("takes inputs only as fast as work is done", async () => {
    let taken = 0;
    async function* counted(): AsyncGenerator<number> {
      for (;;) yield taken++;
    }
    const results = runBounded(counted(), 2, async (input) => {
      await sleep(5);
      return input;
    });
    await results.next();
    expect(taken).toBeLessThan(10);
    await results.return(undefined);
    await sleep(30);
    const takenAtEnd = taken;
    await sleep(30);
    expect(taken).toBe(takenAtEnd);
  });

  it("throws the first error after giving out what was finished", async () => {
    const results: number[] = [];
    const failing = (async () => {
      for await (const result of runBounded(numbers(10), 1, async (input) => {
        if (input === 3) throw new Error("three");
        return input;
      })) {
        results.push(result);
      }
    })();
    await expect(failing).rejects.toThrow("three");
    expect(results).toEqual([0, 1, 2]);
  });

  it("passes on an error of the inputs", async () => {
    async function* broken(): AsyncGenerator<number> {
      yield 1;
      throw new Error("no more");
    }
    const results = runBounded(broken(), 2, async (input) => input);
    await expect(
      (async () => {
        for await (const _result of results);
      })(),
    ).rejects.toThrow("no more");
  });
});

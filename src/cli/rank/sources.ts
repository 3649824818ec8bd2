/** Where candidates and tests come from, as flags say it. */
import type * as library from "../../index.ts";
import type { RankBenchmarkOptions } from "../../index.ts";
import type { Flags } from "../flags.ts";

type Library = typeof library;
type Sources = Pick<RankBenchmarkOptions, "candidates" | "tests">;

const SAMPLES = 10;

/**
 * A word, or a file or folder. Left out: a model where one is named, else mutants of the reference and the data's tests.
 * @param promptOf What a sample's completion continues, by task.
 */
export async function sourcesOf(
  library: Library,
  flags: Flags,
  promptOf: (task: string) => string,
): Promise<Sources> {
  const {
    candidates,
    tests,
    count = SAMPLES,
    testCount = SAMPLES,
  } = flags as {
    candidates?: string;
    tests?: string;
    count?: number;
    testCount?: number;
  };
  const hasModel = flags["model"] !== undefined;
  const made = candidates ?? (hasModel ? "model" : "mutants");
  const asked = tests ?? (hasModel ? "model" : "data");
  return {
    candidates:
      made === "mutants" || made === "model"
        ? { from: made, count }
        : { from: "files", texts: await library.readCandidates(made, promptOf) },
    tests:
      asked === "data"
        ? { from: "data" }
        : asked === "model"
          ? { from: "model", count: testCount }
          : { from: "files", texts: await library.readTestFiles(asked) },
  };
}

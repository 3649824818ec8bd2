/** Where the candidates and tests of a task come from. */
import type { ModelSet } from "../../contracts/generator.ts";
import { ToolkitError } from "../../errors.ts";
import type { Python } from "../../python/index.ts";
import type { BenchmarkTask } from "../../rank/benchmarks/read-benchmark.ts";
import { mutantCandidates } from "../../rank/mutant-candidates.ts";
import { sampleCandidates, sampleTests } from "./ask-model.ts";
import type { TaskMaterial } from "./rank-task.ts";

/** "texts" are what files hold for the task. */
export type CandidateSource =
  | { readonly from: "mutants"; readonly count: number }
  | { readonly from: "model"; readonly count: number }
  | { readonly from: "texts"; readonly texts: readonly string[] };

export type TestSource =
  | { readonly from: "data" }
  | { readonly from: "model"; readonly count: number }
  | { readonly from: "texts"; readonly texts: readonly string[] };

export interface MaterialContext {
  readonly python: Python;
  /** Null when no model was named. */
  readonly models: ModelSet | null;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/**
 * Samples and test texts of a task.
 * @throws ToolkitError `usage` when a source needs a reference or a model that is not there.
 */
export async function gatherMaterial(
  { task, testTexts }: BenchmarkTask,
  sources: { readonly candidates: CandidateSource; readonly tests: TestSource },
  context: MaterialContext,
): Promise<TaskMaterial> {
  const { candidates, tests } = sources;
  const { python, seed, signal } = context;
  const samples = async (): Promise<readonly string[]> => {
    switch (candidates.from) {
      case "texts":
        return candidates.texts;
      case "mutants":
        if (task.reference === null) throw noReference(task.id);
        return mutantCandidates(python, task.reference, task.functionName, { count: candidates.count, seed });
      case "model":
        return (await sampleCandidates(task, modelOf(context), candidates.count, signal)).texts;
    }
  };
  const texts = async (): Promise<readonly string[]> => {
    switch (tests.from) {
      case "texts":
        return tests.texts;
      case "data":
        return testTexts;
      case "model":
        return (await sampleTests(task, modelOf(context), tests.count, signal)).texts;
    }
  };
  return { task, samples: await samples(), testTexts: await texts() };
}

function modelOf({ models }: MaterialContext): ModelSet {
  if (models !== null) return models;
  throw new ToolkitError("usage", "candidates or tests are to come from a model, and none is named", {
    hint: "Name one with --model (and --base-url), or give files with --candidates and --tests.",
  });
}

function noReference(id: string): ToolkitError {
  return new ToolkitError("usage", `task ${id} has no reference to make mutants of`, {
    hint: "Give candidates as files with --candidates, or a model with --model.",
  });
}

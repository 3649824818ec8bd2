/** One task ready to be ranked: distinct candidates and tests, and what running them gave. */
import type { Answer, Candidate, Matrix, RankingTask, RankingTest } from "../../contracts/ranking.ts";
import { ToolkitError } from "../../errors.ts";
import type { Python } from "../../python/index.ts";
import { keepRunnableCandidates, keepRunnableTests } from "../../rank/dynamic-pruning.ts";
import { hiddenTests } from "../../rank/hidden-tests.ts";
import { PassMatrix } from "../../rank/matrix.ts";
import { shuffled } from "../../rank/mutant-candidates.ts";
import { distinctCandidates, type PrepareOptions, testsOf } from "../../rank/prepare-task.ts";
import { clusterRewrites, rareRewrites, rewriteAll, rewriteTest } from "../../rank/rewrites.ts";
import type { ReadTest } from "../../rank/tests/read-tests.ts";
import { withValue } from "../../rank/tests/right-value.ts";
import { hashValue } from "../../util/hash.ts";
import { seededRandom } from "../../util/statistics.ts";
import { type MatrixContext, outcomesOf, passMatrix } from "./pass-matrix.ts";
import { observe } from "./observe.ts";

export interface TaskMaterial {
  readonly task: RankingTask;
  /** Program texts as they were sampled, with repeats. */
  readonly samples: readonly string[];
  /** Texts that hold tests. */
  readonly testTexts: readonly string[];
}

export interface RankTaskOptions extends PrepareOptions {
  /** Most tests; the first ones count. */
  readonly maxTests: number | null;
  /** Put the tests in an order by this seed before the first ones are taken; null: as they came. */
  readonly shuffleSeed: number | null;
  /** Rewrite tests so that they hold for candidates. */
  readonly rewrite: "none" | "all" | "cluster" | { readonly rarePercent: number };
  /** Drop tests that no candidate passes or fails by assertion, and candidates that do so on no test. */
  readonly pruneTests: boolean;
  readonly pruneCandidates: boolean;
  /** Also observe values, for policies that compare behaviour. */
  readonly observe: boolean;
}

export interface RankedMaterial {
  readonly task: RankingTask;
  readonly candidates: readonly Candidate[];
  readonly tests: readonly RankingTest[];
  readonly matrix: Matrix;
  /** Candidates that pass every hidden test, by place; all of them when there is none. */
  readonly correct: readonly boolean[];
  readonly behaviours: readonly string[] | null;
  readonly executions: number;
}

/**
 * Reads, runs and prunes.
 * @throws SandboxGaveUp when the sandbox broke.
 */
export async function rankedMaterial(
  { task, samples, testTexts }: TaskMaterial,
  options: RankTaskOptions,
  python: Python,
  context: MatrixContext,
): Promise<RankedMaterial> {
  const candidates = distinctCandidates(samples, options);
  const written = testsOf(python, task, testTexts, options);
  const changed = await rewriteTests({ task, candidates, tests: written }, options, python, context);
  const tests = taken(changed.tests, task, options);
  const matrix = await passMatrix({ task, candidates, tests, validation: hiddenTests(task) }, context);
  const kept = keep(matrix, candidates, tests, options);
  const behaviours = options.observe ? await behavioursOf(task, kept, context) : null;
  const observed = behaviours === null ? 0 : kept.candidates.length * kept.tests.length;
  return {
    task,
    ...kept,
    correct: kept.matrix.validation.map((row) => !/[^P]/.test(row)),
    behaviours,
    executions: matrix.executions + changed.executions + observed,
  };
}

function taken(
  tests: readonly ReadTest[],
  { id }: RankingTask,
  { shuffleSeed, maxTests }: RankTaskOptions,
): ReadTest[] {
  const seed = Number.parseInt(hashValue([shuffleSeed, id]).slice(0, 8), 16);
  const ordered = shuffleSeed === null ? tests : shuffled(tests, seededRandom(seed));
  return ordered.slice(0, maxTests ?? ordered.length);
}

interface Pair {
  readonly task: RankingTask;
  readonly candidates: readonly Candidate[];
  readonly tests: readonly ReadTest[];
}

async function rewriteTests(
  { task, candidates, tests }: Pair,
  { rewrite }: RankTaskOptions,
  python: Python,
  context: MatrixContext,
): Promise<{ readonly tests: readonly ReadTest[]; readonly executions: number }> {
  if (rewrite === "none" || tests.length === 0) return { tests, executions: 0 };
  const rows = await Promise.all(candidates.map(({ code }) => observe(task, code, tests, context)));
  const rewritten = rows.map((row) =>
    tests.map((test, place) => rewriteTest(python, test, row[place]?.literal ?? null, task.functionName)),
  );
  const executions = candidates.length * tests.length;
  if (rewrite === "all") return { tests: rewriteAll(tests, rewritten), executions };
  if (rewrite === "cluster") return { tests: clusterRewrites(tests, rewritten), executions };
  return { tests: rareRewrites(tests, rewritten, rewrite.rarePercent), executions };
}

async function behavioursOf(
  task: RankingTask,
  { candidates, tests }: Pick<RankedMaterial, "candidates" | "tests">,
  context: MatrixContext,
): Promise<string[]> {
  const rows = await Promise.all(candidates.map(({ code }) => observe(task, code, tests, context)));
  return rows.map((row) => row.map(({ behaviour }) => behaviour).join("\n"));
}

/** What the prunings leave, with the matrix cut to it. */
function keep(
  matrix: Matrix,
  candidates: readonly Candidate[],
  tests: readonly RankingTest[],
  { pruneTests, pruneCandidates }: RankTaskOptions,
): Pick<RankedMaterial, "candidates" | "tests" | "matrix"> {
  const cells = PassMatrix.fromRows(matrix.rows, tests.length);
  const everyone = candidates.map((_, place) => place);
  const everything = tests.map((_, place) => place);
  const keptTests = pruneTests ? keepRunnableTests(cells, everyone, everything) : everything;
  const kept = pruneCandidates ? keepRunnableCandidates(cells, everyone, keptTests) : everyone;
  const at = <Item>(items: readonly Item[], places: readonly number[]): Item[] =>
    places.map((place) => items[place] as Item);
  const cut = (row: string): string => keptTests.map((place) => row.charAt(place)).join("");
  return {
    candidates: at(candidates, kept),
    tests: at(tests, keptTests),
    matrix: {
      ...matrix,
      candidates: at(matrix.candidates, kept),
      tests: at(matrix.tests, keptTests),
      rows: at(matrix.rows, kept).map(cut),
      reference: matrix.reference === null ? null : cut(matrix.reference),
      validation: at(matrix.validation, kept),
    },
  };
}

/**
 * The test with another expected value, run on the candidates.
 * @param literal What the value is, as Python reads it; a person's is checked by `checkLiteral` before.
 * @throws ToolkitError `input-invalid` when the test has no place for a value.
 */
export async function correctTest(
  { task, candidates }: Pick<RankedMaterial, "task" | "candidates">,
  { test, literal }: { readonly test: RankingTest; readonly literal: string },
  context: MatrixContext,
): Promise<NonNullable<Answer["corrected"]>> {
  const corrected = withValue(test, literal);
  if (corrected === null) {
    throw new ToolkitError("input-invalid", "this test has no single expected value", {
      hint: "Answer y, n or skip.",
    });
  }
  const codes = candidates.map(({ code }) => code);
  const rows = await outcomesOf(task, codes, [corrected], context);
  return { test: corrected, outcomes: rows.map(({ letters }) => letters).join("") };
}

/** A11: whole runs with canned answers of a model, as status, weights and counts of every round. */
import { type RankingTest } from "../../src/contracts/ranking.ts";
import {
  correctTest,
  rankedMaterial,
  type RankedMaterial,
  type RankTaskOptions,
} from "../../src/pipeline/rank/rank-task.ts";
import type { MatrixContext } from "../../src/pipeline/rank/pass-matrix.ts";
import { observe } from "../../src/pipeline/rank/observe.ts";
import { readBenchmarkRow } from "../../src/rank/benchmarks/read-benchmark.ts";
import { codeOfAnswer } from "../../src/rank/code-of-answer.ts";
import { type Reply, runSession } from "../../src/rank/session.ts";
import {
  compare,
  isRecord,
  type Recorded,
  type Replay,
  type Replayed,
  skipped,
  texts,
  type Tools,
  textOf,
} from "./case.ts";
import { compatibleSettings } from "./interaction.ts";

/** A command line of the original by names; flags may be cut, as its parser allows. */
function parseFlags(words: readonly string[]): Readonly<Record<string, string | true>> {
  const flags: Record<string, string | true> = {};
  for (const [place, word] of words.entries()) {
    if (!/^--?[a-z]/.test(word)) continue;
    const value = words[place + 1];
    const name =
      NAMES.find((known) => known.startsWith(word.replace(/^--?/, ""))) ?? word.replace(/^--?/, "");
    flags[name] = value === undefined || /^--?[a-z]/.test(value) ? true : value;
  }
  return flags;
}

const NAMES = [
  "query_oracle",
  "max_code_suggestions",
  "fix_num_tests",
  "max_user_queries",
  "rank_test_option",
  "rank_code_option",
  "test_gen_option",
  "single_assert_per_test",
  "split_asserts",
  "user_fixes_tests",
  "gen_regression_tests",
  "cluster_regression_tests",
  "use_rare_assert_rewrites",
  "use_dynamic_test_pruning",
  "use_optimistic_code_pruning",
  "count_accepted_queries_only",
  "oracle_as_code_suggestion",
  "min_indx",
  "max_indx",
  "function_name",
  "pass_at_one",
  "output_tag",
  "jobs",
  "use_validation_tests_in_prompt",
  "regen_code_with_tests_in_prompt",
] as const;

type Flags = Readonly<Record<string, string | true>>;

/** Why a case that ended is left out, by the list in A11. */
function leftOut(flags: Flags, input: Recorded, output: Recorded): string | null {
  const tasks = Array.isArray(input["tasks"]) ? (input["tasks"] as Recorded[]) : [];
  if (flags["split_asserts"]) return "B12: split_asserts works on statements here, not on letters";
  if (flags["cluster_regression_tests"])
    return "5.1.10: clusters have their true sizes here, and the other tests stay";
  if (flags["rank_code_option"] === "code_t") return "B7: the original does not rank by code_t";
  if (Number(flags["max_user_queries"] ?? 1) <= 0) return "B9: there is a record for no question";
  if (tasks.some(({ test_imports }) => texts(test_imports).length > 0))
    return "B13: test_imports are honoured";
  if (tasks.some(({ test_setup_code }) => textOf(test_setup_code, "") !== ""))
    return "B13: test_setup_code is honoured";
  if (texts(input["answers"]).some((answer) => answer !== "y" && answer !== "n" && answer.trim() !== ""))
    return "B8: answers in other letters count";
  const results = Array.isArray(output["global_results"])
    ? (output["global_results"] as (Recorded | null)[])
    : [];
  if (
    results.some(
      (result) => result !== null && Array.isArray(result["results"]) && result["results"].length === 0,
    )
  )
    return "B9: there is a record for no question and for every one after the last test";
  if (flags["function_name"] !== undefined && results.every((result) => result === null))
    return "B9: a task that was not chosen is no entry";
  return null;
}

export const endToEndCase: Replay = async ({ input, output }, tools) => {
  const expected = isRecord(output) ? output : {};
  const flags = parseFlags(texts(input["argv"]));
  if (expected["outcome"] !== "finished")
    return skipped(
      "B7, B10, B11: the original crashes or hangs; here the option works or is refused in one line",
    );
  const reason = leftOut(flags, input, expected);
  if (reason !== null) return skipped(reason);
  return replay(flags, input, expected, tools);
};

async function replay(flags: Flags, input: Recorded, expected: Recorded, tools: Tools): Promise<Replayed> {
  const context = { ...(await tools.context()), prelude: true };
  const tasks = Array.isArray(input["tasks"]) ? (input["tasks"] as Recorded[]) : [];
  const [first, last] = [Number(flags["min_indx"] ?? 0), Number(flags["max_indx"] ?? 1e6)];
  const entries = [];
  for (const [index, row] of tasks.entries()) {
    if (index < first || index > last) continue;
    const material = await materialOf(row, flags, input, { tools, context });
    const results = await roundsOf(material, flags, texts(input["answers"]), context);
    const { functionName: func_name } = material.task;
    entries.push({ func_name, index, num_code_suggestions: material.candidates.length, results });
  }
  const wanted = (expected["global_results"] as (Recorded | null)[]).filter((entry) => entry !== null);
  return compare("results", wanted.map(withoutExtras), entries);
}

/** Fields that say something of the method; those of the statistics of prunings are left out. */
function withoutExtras(entry: Recorded): Recorded {
  const results = (entry["results"] as Recorded[]).map(
    ({ num_queries, num_pos_tests, num_neg_tests, status, weights }) => ({
      num_queries,
      num_pos_tests,
      num_neg_tests,
      status,
      weights,
    }),
  );
  return { ...entry, results };
}

async function materialOf(
  row: Recorded,
  flags: Flags,
  input: Recorded,
  { tools, context }: { tools: Tools; context: MatrixContext },
) {
  const { task } = readBenchmarkRow(tools.python, row);
  const cycled = (list: unknown, count: number) =>
    Array.from({ length: count }, (_, place) => texts(list)[place % texts(list).length] ?? "");
  const answers = cycled(input["model_codes"], Number(flags["max_code_suggestions"] ?? 10));
  const samples = flags["oracle_as_code_suggestion"]
    ? [task.reference ?? ""]
    : answers.map((answer) => `${task.context}\n${codeOfAnswer(answer) ?? ""}\n`);
  const tests = cycled(input["model_tests"], Number(flags["fix_num_tests"] ?? 10));
  const testTexts =
    flags["test_gen_option"] === "ideal"
      ? task.validation
      : tests.map((answer) => codeOfAnswer(answer) ?? "");
  const options: RankTaskOptions = {
    asserts: flags["single_assert_per_test"] ? "first" : "together",
    dropInput: true,
    maxTests: null,
    shuffleSeed: null,
    rewrite: flags["gen_regression_tests"] ? "all" : "none",
    pruneTests: flags["use_dynamic_test_pruning"] === true,
    pruneCandidates: flags["use_optimistic_code_pruning"] === true,
    observe: false,
  };
  return rankedMaterial({ task, samples, testTexts }, options, tools.python, context);
}

async function roundsOf(
  material: RankedMaterial,
  flags: Flags,
  answers: readonly string[],
  context: MatrixContext,
) {
  const { task, candidates, tests, matrix, correct } = material;
  const byOracle = flags["query_oracle"] === true;
  const settings = compatibleSettings({
    rank_test_option: flags["rank_test_option"],
    rank_code_option: flags["rank_code_option"],
    max_user_queries: flags["max_user_queries"],
    count_accepted_queries_only: flags["count_accepted_queries_only"],
  });
  const session = runSession({
    candidates,
    tests,
    matrix,
    settings,
    ...(byOracle && { isProtected: (place: number) => correct[place] === true }),
    correct: (test, literal) => correctTest(material, { test, literal }, context),
  });
  let reply: Reply | undefined;
  let asked = 0;
  for (;;) {
    const step = await session.next(reply);
    if (step.done === true) {
      const places = new Map(candidates.map(({ id }, place) => [id, place]));
      return step.value.rounds.slice(1).map(({ questions, candidates: left, approved, rejected }) => ({
        num_queries: questions,
        num_pos_tests: approved.length,
        num_neg_tests: rejected.length,
        status: left.map((id) => correct[places.get(id) ?? -1] ?? false),
        weights: left.map((id) => candidates[places.get(id) ?? -1]?.copies ?? 0),
      }));
    }
    if (step.value.type !== "question") continue;
    const { test } = step.value;
    reply = byOracle ? await oracle(test) : person(answers[asked++] ?? "");
  }

  async function oracle(test: RankingTest): Promise<Reply> {
    const letter = matrix.reference?.charAt(tests.findIndex(({ id }) => id === test.id));
    if (letter !== "F") return { kind: letter === "P" ? "yes" : "skip" };
    const [value] = flags["user_fixes_tests"]
      ? await observe(task, task.reference ?? "", [test], context)
      : [];
    return value?.literal ? { kind: "value", value: value.literal } : { kind: "no" };
  }
}

function person(answer: string): Reply {
  return { kind: answer === "y" ? "yes" : answer === "n" ? "no" : "skip" };
}

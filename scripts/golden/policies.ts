/** Ranking and pruning by the matrix alone: A1–A5, A12. */
import { ToolkitError } from "../../src/errors.ts";
import type { CandidatePolicy } from "../../src/rank/candidate-policy.ts";
import { codeTGroups } from "../../src/rank/candidate-policies/code-t.ts";
import { weightedKeys } from "../../src/rank/candidate-policies/weighted.ts";
import { keepRunnableCandidates, keepRunnableTests } from "../../src/rank/dynamic-pruning.ts";
import { PassMatrix } from "../../src/rank/matrix.ts";
import { byKey } from "../../src/rank/order.ts";
import { candidatePolicyNamed, testPolicyNamed } from "../../src/rank/policy-named.ts";
import { prune, type Verdict } from "../../src/rank/prune.ts";
import { oracleAnswer } from "../../src/rank/session.ts";
import type { Choice } from "../../src/rank/test-policy.ts";
import { seededRandom } from "../../src/util/statistics.ts";
import {
  all,
  compare,
  type GoldenCase,
  isRecord,
  names,
  passed,
  placesOf,
  type Recorded,
  type Replay,
  type Replayed,
  skipped,
  texts,
  textOf,
} from "./case.ts";

/** The recorded letters as ours: an assertion inside the candidate is one, an exit is a crash. */
export function letters(row: string): string {
  return row.replaceAll("A", "F").replaceAll("X", "E");
}

export function matrixOf(input: Recorded): PassMatrix {
  const rows = texts(input["matrix"]).map(letters);
  return PassMatrix.fromRows(rows, rows[0]?.length ?? 0);
}

function everything(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}

export function choiceOf(input: Recorded): Choice {
  const matrix = matrixOf(input);
  const oracle = typeof input["oracle"] === "string" ? letters(input["oracle"]) : null;
  const isCorrect = correctness(input);
  return {
    matrix,
    candidates: input["codes"] === undefined ? everything(matrix.candidates) : placesOf(input["codes"]),
    tests: input["tests"] === undefined ? everything(matrix.tests) : placesOf(input["tests"]),
    rules: { dropCrashers: false, isProtected: input["query_oracle"] === true ? isCorrect : undefined },
    ...(oracle !== null && { answerOf: (test: number): Verdict => oracleAnswer(oracle.charAt(test)) }),
    isCorrect,
    random: seededRandom(7),
  };
}

export function correctness(input: Recorded): (candidate: number) => boolean {
  const rows = Array.isArray(input["validation"]) ? texts(input["validation"]) : null;
  return (candidate) => rows !== null && !/[^P]/.test(letters(rows[candidate] ?? "F"));
}

function byName(letter: "t" | "c", places: readonly number[], keys: readonly unknown[]): Recorded {
  return Object.fromEntries(places.map((place, index) => [`${letter}${place}`, keys[index]]));
}

export const rankTestsCase: Replay = ({ input, output }) => {
  const policy = textOf(input["policy"], "none");
  const expected = isRecord(output) ? output : {};
  return rankedTests(policy, input, expected);
};

function rankedTests(policyName: string, input: Recorded, expected: Recorded): Replayed {
  const choice = choiceOf(input);
  const ordered = () => {
    const keys = testPolicyNamed(policyName).keys(choice);
    return { keys, order: names("t", byKey(choice.tests, keys)) };
  };
  if ("error" in expected) {
    if (policyName === "weighted")
      return skipped(
        "B7: the original raises; the repaired policy is replayed by the cases repaired/tests_weighted",
      );
    return raises(ordered);
  }
  const { keys, order } = ordered();
  if (policyName === "random") {
    const sorted = (list: readonly string[]) => list.toSorted();
    return all(
      compare("permutation", sorted(texts(expected["ranked_tests"])), sorted(order)),
      compare(
        "repeatable",
        names("t", byKey(choice.tests, testPolicyNamed("random").keys(choiceOf(input)))),
        order,
      ),
    );
  }
  const scores = expected["scores"];
  return all(
    compare("order", expected["ranked_tests"], order),
    scores === undefined ? passed : compare("keys", scores, byName("t", choice.tests, keys)),
  );
}

/** The original ends with an error, and so must ours, in words. */
function raises(work: () => unknown): Replayed {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolkitError) return passed;
    throw error;
  }
  return { state: "failed", detail: "an error was expected" };
}

export const rankCodesCase: Replay = ({ input, output }) => {
  const policy = textOf(input["policy"], "none");
  const expected = isRecord(output) ? output : {};
  if ("error" in expected && /^(weighted|code_t)$/.test(policy))
    return skipped(
      `B7: the original raises; the repaired policy is replayed by the cases repaired/codes_${policy}`,
    );
  if ("error" in expected) return raises(() => candidatePolicyNamed(policy));
  return rankedCodes(candidatePolicyNamed(policy), input, expected);
};

function rankedCodes(policy: CandidatePolicy, input: Recorded, expected: Recorded): Replayed {
  const standing = choiceOf(input);
  const order = names("c", policy.rank(standing));
  const results = [compare("order", expected["ranked_codes"], order)];
  const { scores, cluster_scores: groups } = expected;
  if (isRecord(scores) && policy.name === "passing-tests") {
    const keys = standing.candidates.map((candidate) => {
      return standing.tests.filter((test) => standing.matrix.passes(candidate, test)).length;
    });
    results.push(compare("keys", scores, byName("c", standing.candidates, keys)));
  }
  if (isRecord(scores) && policy.name === "weighted")
    results.push(compare("keys", scores, byName("c", standing.candidates, weightedKeys(standing))));
  if (isRecord(groups)) {
    const found = codeTGroups(standing).map(({ members, key }) => {
      const set = standing.tests.filter((test) => standing.matrix.passes(members[0] as number, test));
      return [names("t", set).join(), key];
    });
    results.push(compare("groups", groups, Object.fromEntries(found)));
  }
  return all(...results);
}

const REPAIRED: Readonly<Record<string, "tests" | "codes">> = {
  tests_weighted: "tests",
  codes_weighted: "codes",
  codes_code_t: "codes",
};

export const repairedCase: Replay = (golden: GoldenCase) => {
  const which = golden.id.split("/")[1] ?? "";
  const expected = isRecord(golden.output) ? golden.output : {};
  if (REPAIRED[which] === "tests") return rankedTests("weighted", golden.input, expected);
  return rankedCodes(candidatePolicyNamed(which.replace("codes_", "")), golden.input, expected);
};

export const pruneTestsCase: Replay = ({ input, output }) => {
  const { matrix, candidates, tests } = choiceOf(input);
  const kept = names("t", keepRunnableTests(matrix, candidates, tests));
  return compare("kept", isRecord(output) ? output["kept_tests"] : null, kept);
};

export const pruneCandidatesCase: Replay = ({ input, output }) => {
  const { matrix, candidates, tests } = choiceOf(input);
  // the original prunes candidates only where tests remain; called directly it drops all without tests
  const kept = tests.length === 0 ? [] : keepRunnableCandidates(matrix, candidates, tests);
  return compare("kept", isRecord(output) ? output["kept_codes"] : null, names("c", kept));
};

export function pruneCase(answer: Verdict): Replay {
  return ({ input, output }) => {
    const { matrix, candidates, rules } = choiceOf(input);
    const [test = 0] = placesOf([input["test"]]);
    const kept = prune(matrix, candidates, { test, answer }, rules);
    return compare("kept", isRecord(output) ? output["kept_codes"] : null, names("c", kept));
  };
}

export const oracleCase: Replay = ({ input, output }) => {
  const row = letters(String(input["oracle"]));
  const short = { yes: "y", no: "n", skip: "skip" };
  const found = Array.from(row, (letter, place) => [`t${place}`, short[oracleAnswer(letter)]]);
  return compare("answers", output, Object.fromEntries(found));
};

export const sweepCase: Replay = ({ input, output }) => {
  const given = { ...input, query_oracle: true };
  const expected = isRecord(output) ? output : {};
  const part = (name: string): Recorded => (isRecord(expected[name]) ? expected[name] : {});
  const policies = ["distinguishing", "distinguishing_simple", "failed_codes", "greedy", "ideal"];
  const { matrix, candidates, tests } = choiceOf(given);
  return all(
    ...policies
      .filter((name) => `tests_${name}` in expected)
      .map((name) => rankedTests(name, given, part(`tests_${name}`))),
    rankedCodes(candidatePolicyNamed("passing_tests"), given, part("codes_passing_tests")),
    compare("kept_tests", expected["kept_tests"], names("t", keepRunnableTests(matrix, candidates, tests))),
    compare(
      "kept_codes",
      expected["kept_codes"],
      names("c", keepRunnableCandidates(matrix, candidates, tests)),
    ),
  );
};

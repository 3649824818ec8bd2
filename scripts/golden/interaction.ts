/** The loop of questions: A6, and B5 and B8 where it differs on purpose. */
import { rankSettingsSchema } from "../../src/contracts/ranking.ts";
import { candidatePolicyNamed, testPolicyNamed } from "../../src/rank/policy-named.ts";
import type { Verdict } from "../../src/rank/prune.ts";
import {
  rankUnasked,
  type SessionSetup,
  type SessionState,
  startSession,
  takeAnswer,
  whyOver,
} from "../../src/rank/session-state.ts";
import {
  all,
  compare,
  isRecord,
  names,
  passed,
  type Recorded,
  type Replay,
  skipped,
  texts,
  textOf,
} from "./case.ts";
import { choiceOf } from "./policies.ts";

/** TiCoder's settings from the recorded configuration. */
export function compatibleSettings(config: Recorded) {
  return rankSettingsSchema.parse({
    testPolicy: textOf(config["rank_test_option"], "none"),
    candidatePolicy: textOf(config["rank_code_option"], "none"),
    maxQuestions: Math.max(0, Number(config["max_user_queries"] ?? 1)),
    approvedOnly: config["count_accepted_queries_only"] === true,
    earlyStop: false,
    dropCrashers: false,
  });
}

function setupOf(input: Recorded): SessionSetup {
  const config = isRecord(input["config"]) ? input["config"] : {};
  const settings = compatibleSettings(config);
  const choice = choiceOf({ ...input, query_oracle: config["query_oracle_opt"] === true });
  return {
    matrix: choice.matrix,
    candidates: choice.candidates,
    tests: choice.tests,
    settings,
    testPolicy: testPolicyNamed(settings.testPolicy),
    candidatePolicy: candidatePolicyNamed(settings.candidatePolicy),
    isProtected: choice.rules.isProtected,
    isCorrect: choice.isCorrect,
    answerOf: choice.answerOf,
  };
}

function record({ asked, alive, approved, rejected }: SessionState): Recorded {
  const set = (places: readonly number[]) =>
    names(
      "t",
      places.toSorted((a, b) => a - b),
    );
  return { num_queries: asked, codes: names("c", alive), approved: set(approved), rejected: set(rejected) };
}

/** Sets of the original come in any order. */
function sortedRounds(rounds: unknown): unknown {
  return Array.isArray(rounds)
    ? rounds.map((round: Recorded) => ({
        ...round,
        approved: sorted(round["approved"]),
        rejected: sorted(round["rejected"]),
      }))
    : rounds;
}

function sorted(list: unknown): string[] {
  return texts(list).toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}

export const interactionCase: Replay = ({ input, output }) => {
  const setup = setupOf(input);
  const expected = isRecord(output) ? output : {};
  const config = isRecord(input["config"]) ? input["config"] : {};
  let state = startSession(setup);
  const rounds: Recorded[] = [];
  // the original has a record without questions in one case only
  if (setup.tests.length === 0 && Number(config["max_user_queries"] ?? 1) === 0) rounds.push(record(state));
  while (whyOver(setup, state) === null) {
    const [test = 0] = rankUnasked(setup, state);
    state = takeAnswer(setup, state, { test, answer: setup.answerOf?.(test) ?? "skip" });
    rounds.push(record(state));
  }
  return compare("rounds", sortedRounds(expected["rounds"]), sortedRounds(rounds));
};

const ANSWERS: Readonly<Record<string, Verdict>> = { y: "yes", n: "no" };
/** Answers that count here and are a silent skip in the original. */
const ALSO_ANSWERS = /^\s*(y|yes|n|no)\s*$/i;

export const interactiveCase: Replay = ({ input, output }) => {
  const expected = isRecord(output) ? output : {};
  const answers = texts(input["answers"]);
  const differing = answers.find((answer) => ALSO_ANSWERS.test(answer) && ANSWERS[answer] === undefined);
  if (differing !== undefined)
    return skipped(`B8: ${JSON.stringify(differing)} is an answer here; the original skips the question`);
  if (!Array.isArray(expected["rounds"])) return skipped("B8: the original ended with an error");
  const setup = setupOf(input);
  let state = startSession(setup);
  const asked: string[] = [];
  const rounds: Recorded[] = [];
  for (const answer of answers) {
    if (whyOver(setup, state) !== null) break;
    const [test = 0] = rankUnasked(setup, state);
    asked.push(`t${test}`);
    state = takeAnswer(setup, state, { test, answer: ANSWERS[answer] ?? "skip" });
    rounds.push(record(state));
  }
  return all(
    expected["asked"] === undefined ? passed : compare("asked", expected["asked"], asked),
    compare("rounds", sortedRounds(expected["rounds"]), sortedRounds(rounds)),
  );
};

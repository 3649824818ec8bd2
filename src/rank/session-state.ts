/**
 * A session as a fold over its answers: the same answers always give the same state, so undoing one is leaving it out,
 * and resuming is reading them again.
 */
import type { RankSettings } from "../contracts/ranking.ts";
import { hashValue } from "../util/hash.ts";
import { seededRandom } from "../util/statistics.ts";
import type { CandidatePolicy } from "./candidate-policy.ts";
import { isDecided } from "./early-stop.ts";
import type { PassMatrix } from "./matrix.ts";
import { byKey } from "./order.ts";
import { prune, type PruneRules, type Verdict } from "./prune.ts";
import { reweigh } from "./soft-weights.ts";
import type { Choice, TestPolicy } from "./test-policy.ts";

/** What a session starts from. Candidates and tests are indices into the matrix. */
export interface SessionSetup {
  readonly matrix: PassMatrix;
  readonly candidates: readonly number[];
  readonly tests: readonly number[];
  readonly settings: RankSettings;
  readonly testPolicy: TestPolicy;
  readonly candidatePolicy: CandidatePolicy;
  readonly isProtected?: ((candidate: number) => boolean) | undefined;
  readonly answerOf?: ((test: number) => Verdict) | undefined;
  readonly isCorrect?: ((candidate: number) => boolean) | undefined;
  readonly copiesOf?: ((candidate: number) => number) | undefined;
  readonly behaviourOf?: ((candidate: number) => string) | undefined;
}

export interface SessionState {
  /** The setup's, with a column more for every corrected test. */
  readonly matrix: PassMatrix;
  /** Candidates that are left, best first. */
  readonly alive: readonly number[];
  readonly unasked: readonly number[];
  readonly asked: number;
  /** In the order of the questions; a corrected test has the index of its column. */
  readonly approved: readonly number[];
  readonly rejected: readonly number[];
  /** Belief in every candidate of the matrix; changed by soft scoring only. */
  readonly weights: readonly number[];
}

/** An answer by indices; `corrected` are the outcomes on the test that takes the rejected one's place. */
export interface IndexedAnswer {
  readonly test: number;
  readonly answer: Verdict;
  readonly corrected?: string;
}

/** Questions of a session that counts approved tests only, at the latest. */
const MOST_QUESTIONS_FOR_APPROVED = 10;

/** Before the first question: candidates ranked from all tests. */
export function startSession(setup: SessionSetup): SessionState {
  const { copiesOf = () => 1, matrix } = setup;
  const weights = Array.from({ length: matrix.candidates }, (_, candidate) => copiesOf(candidate));
  const { candidates, tests } = setup;
  const state = { matrix, alive: candidates, unasked: tests, asked: 0, approved: [], rejected: [], weights };
  return { ...state, alive: rankAlive(setup, state) };
}

/** Why the session is over; null while there is a question to ask. */
export function whyOver(
  { settings }: SessionSetup,
  state: SessionState,
): "budget" | "no-tests" | "decided" | null {
  const { maxQuestions, approvedOnly, earlyStop } = settings;
  const counted = approvedOnly ? state.approved.length : state.asked;
  if (counted >= maxQuestions) return "budget";
  if (approvedOnly && state.asked >= MOST_QUESTIONS_FOR_APPROVED) return "budget";
  if (state.unasked.length === 0) return "no-tests";
  return earlyStop && isDecided(state.matrix, state.alive, state.unasked) ? "decided" : null;
}

/** The unasked tests, the next to ask about first. */
export function rankUnasked(setup: SessionSetup, state: SessionState): number[] {
  return byKey(state.unasked, setup.testPolicy.keys(choiceOf(setup, state)));
}

/** The state after an answer. */
export function takeAnswer(setup: SessionSetup, before: SessionState, given: IndexedAnswer): SessionState {
  const unasked = rankUnasked(setup, before).filter((test) => test !== given.test);
  const booked = {
    ...before,
    unasked,
    asked: before.asked + 1,
    approved: given.answer === "yes" ? [...before.approved, given.test] : before.approved,
    rejected:
      given.answer === "no" && given.corrected === undefined
        ? [...before.rejected, given.test]
        : before.rejected,
  };
  const judged = judge(setup, booked, given);
  return { ...judged, alive: rankAlive(setup, judged) };
}

/** Prunes or reweighs; with a corrected test by that one, which is booked as approved. */
function judge(setup: SessionSetup, state: SessionState, given: IndexedAnswer): SessionState {
  let { matrix, approved } = state;
  let asked: { test: number; answer: Verdict } = given;
  if (given.corrected !== undefined) {
    asked = { test: matrix.tests, answer: "yes" };
    matrix = matrix.withTest(given.corrected);
    approved = [...approved, asked.test];
  }
  const rules = rulesOf(setup);
  if (setup.settings.scoring === "prune") {
    return { ...state, matrix, approved, alive: prune(matrix, state.alive, asked, rules) };
  }
  const weights = reweigh(matrix, state.weights, asked, { ...rules, errorRate: softErrorRate(setup) });
  return { ...state, matrix, approved, weights };
}

function rankAlive(setup: SessionSetup, state: Omit<SessionState, "alive"> & { alive: readonly number[] }) {
  const { candidatePolicy, copiesOf, behaviourOf, settings } = setup;
  const { matrix, alive, unasked, weights } = state;
  const ranked = candidatePolicy.rank({
    matrix,
    candidates: alive,
    tests: unasked,
    ...(copiesOf && { copiesOf }),
    ...(behaviourOf && { behaviourOf }),
  });
  if (settings.scoring === "prune") return ranked;
  const { copiesOf: copies = () => 1 } = setup;
  const belief = ranked.map((candidate) => (weights[candidate] ?? 0) / copies(candidate));
  return byKey(
    ranked,
    belief.map((value) => Number(value.toPrecision(12))),
  );
}

function choiceOf(setup: SessionSetup, state: SessionState): Choice {
  const { answerOf, isCorrect, settings } = setup;
  const seed = Number.parseInt(hashValue([settings.seed, state.asked]).slice(0, 8), 16);
  return {
    matrix: state.matrix,
    candidates: state.alive,
    tests: state.unasked,
    rules: rulesOf(setup),
    weightOf: (candidate) => state.weights[candidate] ?? 0,
    errorRate: settings.scoring === "soft" ? softErrorRate(setup) : settings.errorRate,
    ...(answerOf && { answerOf }),
    ...(isCorrect && { isCorrect }),
    random: seededRandom(seed),
  };
}

export function rulesOf({ settings, isProtected }: SessionSetup): PruneRules {
  return { dropCrashers: settings.dropCrashers, isProtected };
}

/** Soft scoring with answers that are never wrong would be pruning. */
const LEAST_SOFT_ERROR_RATE = 0.05;

function softErrorRate({ settings }: SessionSetup): number {
  return Math.max(settings.errorRate, LEAST_SOFT_ERROR_RATE);
}

/**
 * A session as an async generator: it yields questions, takes replies, and says what became of them. A terminal, a
 * browser or an oracle drives it; what has to outlive the process is in the events.
 */
import {
  type Answer,
  type Candidate,
  type CellOutcome,
  cellOutcomes,
  type Matrix,
  type RankingTest,
  type RankSettings,
  type Round,
} from "../contracts/ranking.ts";
import { describeError, ToolkitError } from "../errors.ts";
import { PassMatrix } from "./matrix.ts";
import { prune, type Verdict } from "./prune.ts";
import { candidatePolicyNamed, testPolicyNamed } from "./policy-named.ts";
import {
  type IndexedAnswer,
  rankUnasked,
  rulesOf,
  type SessionSetup,
  type SessionState,
  startSession,
  takeAnswer,
  whyOver,
} from "./session-state.ts";

export interface SessionInput {
  readonly candidates: readonly Candidate[];
  readonly tests: readonly RankingTest[];
  readonly matrix: Matrix;
  readonly settings: RankSettings;
  /** Answers of earlier, in order: the session goes on behind them. */
  readonly answers?: readonly Answer[];
  /**
   * Runs the candidates on a test whose expected value is another.
   * @throws ToolkitError `input-invalid` when the value cannot be used; the question is then asked again.
   */
  readonly correct?: (test: RankingTest, value: string) => Promise<NonNullable<Answer["corrected"]>>;
  /** Candidates, by place, that no answer removes (TiCoder's protection of those that pass the hidden tests). */
  readonly isProtected?: (candidate: number) => boolean;
  /** Whether a candidate is right, by place; for the policy `ideal`. */
  readonly isCorrect?: (candidate: number) => boolean;
  /** What candidates did on the inputs, by place; for the policies that compare behaviour. */
  readonly behaviours?: readonly string[];
}

/** What whoever drives the session says to a question. */
export type Reply =
  | { readonly kind: "yes" | "no" | "skip" }
  | { readonly kind: "undo" }
  | { readonly kind: "quit" }
  /** The test is wrong; the right value as a Python literal. */
  | { readonly kind: "value"; readonly value: string };

export type SessionEvent =
  | {
      readonly type: "question";
      /** From 1. */
      readonly number: number;
      readonly test: RankingTest;
      /** Candidates that are left, best first. */
      readonly candidates: readonly string[];
      /** What each of them does on the test, in that order. */
      readonly outcomes: readonly CellOutcome[];
      /** How many of them each answer would remove. */
      readonly removes: { readonly yes: number; readonly no: number };
      readonly testsLeft: number;
    }
  | { readonly type: "answered"; readonly number: number; readonly answer: Answer; readonly round: Round }
  | { readonly type: "undone"; readonly number: number }
  /** Nothing is left to ask; the reply "undo" takes the last answer back, any other ends the session. */
  | { readonly type: "ending"; readonly stopped: "budget" | "no-tests" | "decided"; readonly round: Round }
  /** The reply could not be used and cost nothing. */
  | { readonly type: "refused"; readonly message: string };

export interface SessionResult {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Tests that hold by the answers, corrected ones included, in the order of the questions. */
  readonly approved: readonly RankingTest[];
  readonly rejected: readonly RankingTest[];
  readonly answers: readonly Answer[];
  /** From 0 questions on. */
  readonly rounds: readonly Round[];
  readonly stopped: "budget" | "no-tests" | "decided" | "quit";
}

/**
 * Asks until nothing is left to ask. The reply goes into `next` after an event of type "question".
 * @throws ToolkitError `usage` for unknown policies and for one that needs a reference where there is none.
 */
export async function* runSession(
  input: SessionInput,
): AsyncGenerator<SessionEvent, SessionResult, Reply | undefined> {
  const session = new Session(input);
  for (;;) {
    const over = session.over();
    if (over !== null) {
      const last = yield { type: "ending", stopped: over, round: session.round };
      const undone = last?.kind === "undo" ? session.undo() : null;
      if (undone === null) return session.result(over);
      yield { type: "undone", number: undone };
      continue;
    }
    const question = session.question();
    const reply = yield question;
    if (reply === undefined) throw new ToolkitError("internal", "a question needs a reply");
    if (reply.kind === "quit") return session.result("quit");
    if (reply.kind === "undo") {
      const number = session.undo();
      yield number === null
        ? { type: "refused", message: "there is no answer to undo" }
        : { type: "undone", number };
      continue;
    }
    const answer = await answerOf(reply, question.test, input);
    if (typeof answer === "string") yield { type: "refused", message: answer };
    else yield session.take(answer);
  }
}

/** The answer of a reply, or why it is none. */
async function answerOf(
  reply: Exclude<Reply, { kind: "undo" | "quit" }>,
  test: RankingTest,
  { correct }: SessionInput,
): Promise<Answer | string> {
  if (reply.kind !== "value") return { test: test.id, kind: reply.kind, corrected: null };
  if (correct === undefined) return "a right value cannot be run here: answer n instead";
  try {
    return { test: test.id, kind: "value", corrected: await correct(test, reply.value) };
  } catch (error) {
    if (error instanceof ToolkitError && error.code === "input-invalid") return describeError(error);
    throw error;
  }
}

class Session {
  readonly #input: SessionInput;
  readonly #setup: SessionSetup;
  readonly #places: ReadonlyMap<string, number>;
  /** States before every answer, and the present one at the end. */
  readonly #states: SessionState[];
  readonly #answers: Answer[] = [];
  #shown: RankingTest[];

  constructor(input: SessionInput) {
    this.#input = input;
    this.#setup = setupOf(input);
    this.#places = new Map(input.tests.map(({ id }, place) => [id, place]));
    this.#shown = [...input.tests];
    this.#states = [startSession(this.#setup)];
    for (const answer of input.answers ?? []) this.take(answer);
  }

  get #state(): SessionState {
    return this.#states.at(-1) as SessionState;
  }

  get round(): Round {
    return this.#round(this.#state);
  }

  over() {
    return whyOver(this.#setup, this.#state);
  }

  question(): Extract<SessionEvent, { type: "question" }> {
    const { matrix, alive, unasked, asked } = this.#state;
    const test = rankUnasked(this.#setup, this.#state)[0] as number;
    const removed = (answer: Verdict) =>
      alive.length - prune(matrix, alive, { test, answer }, rulesOf(this.#setup)).length;
    return {
      type: "question",
      number: asked + 1,
      test: this.#input.tests[test] as RankingTest,
      candidates: alive.map((place) => this.#idOf(place)),
      outcomes: alive.map((place) => cellOutcomes[matrix.at(place, test)] ?? "crash"),
      removes: { yes: removed("yes"), no: removed("no") },
      testsLeft: unasked.length,
    };
  }

  take(answer: Answer): Extract<SessionEvent, { type: "answered" }> {
    const test = this.#places.get(answer.test);
    if (test === undefined) {
      throw new ToolkitError("input-invalid", `an answer is about a test that is not there: ${answer.test}`, {
        hint: "The session belongs to other tests; start it in another folder with --out.",
      });
    }
    this.#states.push(takeAnswer(this.#setup, this.#state, indexed(answer, test)));
    this.#answers.push(answer);
    if (answer.corrected !== null) this.#shown.push(answer.corrected.test);
    return { type: "answered", number: this.#answers.length, answer, round: this.round };
  }

  undo(): number | null {
    const undone = this.#answers.pop();
    if (undone === undefined) return null;
    this.#states.pop();
    if (undone.corrected !== null) this.#shown.pop();
    return this.#answers.length + 1;
  }

  result(stopped: SessionResult["stopped"]): SessionResult {
    const { alive, approved, rejected } = this.#state;
    const tests = (places: readonly number[]) => places.map((place) => this.#shown[place] as RankingTest);
    return {
      candidates: alive.map((place) => this.#input.candidates[place] as Candidate),
      approved: tests(approved),
      rejected: tests(rejected),
      answers: [...this.#answers],
      rounds: this.#states.map((state) => this.#round(state)),
      stopped,
    };
  }

  #round({ asked, alive, approved, rejected }: SessionState): Round {
    const ids = (places: readonly number[]) => places.map((place) => this.#shown[place]?.id ?? "");
    return {
      questions: asked,
      candidates: alive.map((place) => this.#idOf(place)),
      approved: ids(approved),
      rejected: ids(rejected),
    };
  }

  #idOf(place: number): string {
    return this.#input.candidates[place]?.id ?? "";
  }
}

function indexed({ kind, corrected }: Answer, test: number): IndexedAnswer {
  if (corrected !== null) return { test, answer: "no", corrected: corrected.outcomes };
  return { test, answer: kind === "value" ? "no" : kind };
}

/**
 * The policies that settings name.
 * @throws ToolkitError `usage` for unknown ones and for one that needs a reference where there is none.
 */
export function policiesOf(settings: RankSettings, hasReference: boolean) {
  const testPolicy = testPolicyNamed(settings.testPolicy);
  if (testPolicy.needs.includes("oracle") && !hasReference) {
    throw new ToolkitError("usage", `the policy ${testPolicy.name} looks at a reference, and there is none`, {
      hint: "Give the task a reference, or choose another with --test-policy, such as information-gain.",
    });
  }
  return { testPolicy, candidatePolicy: candidatePolicyNamed(settings.candidatePolicy) };
}

function setupOf({ candidates, tests, matrix, settings, ...input }: SessionInput): SessionSetup {
  const { reference } = matrix;
  const { behaviours, isProtected, isCorrect } = input;
  return {
    matrix: PassMatrix.fromRows(matrix.rows, tests.length),
    candidates: candidates.map((_, place) => place),
    tests: tests.map((_, place) => place),
    settings,
    ...policiesOf(settings, reference !== null),
    copiesOf: (place) => candidates[place]?.copies ?? 1,
    isProtected,
    isCorrect,
    ...(reference !== null && { answerOf: (place: number) => oracleAnswer(reference.charAt(place)) }),
    ...(behaviours && { behaviourOf: (place: number) => behaviours[place] ?? "" }),
  };
}

/** What somebody who knows the reference says: it passes, it fails by assertion, or the input is not valid. */
export function oracleAnswer(letter: string): Verdict {
  return letter === "P" ? "yes" : letter === "F" ? "no" : "skip";
}

/** A session answered by the oracle, as a person of some kind would pass it on. */
import type { RankRecord, RankSettings } from "../../contracts/ranking.ts";
import { type Verdict } from "../../rank/prune.ts";
import { oracleAnswer, type Reply, runSession, type SessionResult } from "../../rank/session.ts";
import { type SimulatedUser, simulateAnswer } from "../../rank/simulated-user.ts";
import { hashValue } from "../../util/hash.ts";
import { seededRandom } from "../../util/statistics.ts";
import { observe } from "./observe.ts";
import type { MatrixContext } from "./pass-matrix.ts";
import { correctTest, type RankedMaterial } from "./rank-task.ts";

/** Who knows the true answers: the reference, or a candidate that passes every hidden test. */
export type Oracle = "reference" | "hidden";

/** One way of asking and answering. */
export interface Setting {
  readonly name: string;
  readonly settings: RankSettings;
  readonly user: SimulatedUser;
  readonly oracle: Oracle;
  /** Protect candidates that pass the hidden tests from every answer, as TiCoder does. */
  readonly protect: boolean;
  /** On "no" the oracle also gives the right value. */
  readonly values: boolean;
}

/** Plays a setting on a task whose matrix is known. */
export async function simulate(
  material: RankedMaterial,
  setting: Setting,
  context: MatrixContext,
): Promise<RankRecord> {
  const { task, candidates, tests, matrix, correct, behaviours } = material;
  const truth = oracleRow(material, setting.oracle);
  const isCorrect = (place: number): boolean => correct[place] ?? false;
  const session = runSession({
    candidates,
    tests,
    matrix: { ...matrix, reference: truth },
    settings: setting.settings,
    isCorrect,
    ...(setting.protect && { isProtected: isCorrect }),
    ...(behaviours && { behaviours }),
    correct: (test, literal) => correctTest(material, { test, literal }, context),
  });
  const places = new Map(tests.map(({ id }, place) => [id, place]));
  let reply: Reply | undefined;
  for (;;) {
    const step = await session.next(reply);
    if (step.done === true) return recordOf(material, setting, step.value);
    reply = undefined;
    if (step.value.type !== "question") continue;
    const { test } = step.value;
    const said = oracleAnswer(truth.charAt(places.get(test.id) ?? -1));
    const kind = passedOn(said, material, setting, test.id);
    const isTrueNo = kind === "no" && said === "no";
    const literal = isTrueNo && setting.values ? await rightValue(material, test, context) : null;
    reply = literal === null ? { kind } : { kind: "value", value: literal };
  }

  async function rightValue(of: RankedMaterial, test: (typeof tests)[number], with_: MatrixContext) {
    const [value] = await observe(of.task, task.reference ?? "", [test], with_);
    return value?.literal ?? null;
  }
}

/** The user's chance depends on task, user and test alone, so that policies meet the same slips. */
function passedOn(
  said: Verdict,
  { task }: RankedMaterial,
  { user, settings }: Setting,
  test: string,
): Verdict | "quit" {
  const seed = hashValue([settings.seed, task.id, user, test]).slice(0, 8);
  return simulateAnswer(said, user, seededRandom(Number.parseInt(seed, 16)));
}

/** True outcomes of the tests, as letters; without anybody who knows, every one is unknown. */
export function oracleRow({ matrix, tests, correct }: RankedMaterial, oracle: Oracle): string {
  const unknown = "E".repeat(tests.length);
  if (oracle === "reference") return matrix.reference ?? unknown;
  return matrix.rows[correct.indexOf(true)] ?? unknown;
}

function recordOf(
  { task, candidates, tests, correct, executions }: RankedMaterial,
  { name }: Setting,
  { rounds, stopped }: SessionResult,
): RankRecord {
  const places = new Map(candidates.map(({ id }, place) => [id, place]));
  const copies = candidates.map((candidate) => candidate.copies);
  return {
    task: task.id,
    setting: name,
    error: null,
    samples: copies.reduce((sum, count) => sum + count, 0),
    correct: [...correct],
    copies,
    tests: tests.length,
    executions,
    stopped,
    rounds: rounds.map((round) => {
      const left = round.candidates.map((id) => places.get(id) ?? 0);
      return {
        questions: round.questions,
        status: left.map((place) => correct[place] ?? false),
        weights: left.map((place) => copies[place] ?? 0),
        approved: round.approved.length,
        rejected: round.rejected.length,
      };
    }),
  };
}

/** The line of a task that gave no result. */
export function errorRecord(task: string, setting: string, error: string): RankRecord {
  const nothing = { samples: 0, correct: [], copies: [], tests: 0, executions: 0, stopped: null, rounds: [] };
  return { task, setting, error, ...nothing };
}

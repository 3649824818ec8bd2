/**
 * Time of one question over a large matrix: `node scripts/bench/run.mjs rank [candidates] [tests]` (1,000 and 1,000).
 * Every policy that chooses a test, every one that orders candidates, and a whole answer with both; CPU time, the best
 * of some runs.
 */
import { rankSettingsSchema } from "../../src/contracts/ranking.ts";
import { candidatePolicies } from "../../src/rank/candidate-policies/index.ts";
import { PassMatrix } from "../../src/rank/matrix.ts";
import { oracleAnswer } from "../../src/rank/session.ts";
import { rankUnasked, type SessionSetup, startSession, takeAnswer } from "../../src/rank/session-state.ts";
import { testPolicies } from "../../src/rank/test-policies/index.ts";
import { seededRandom } from "../../src/util/statistics.ts";

const [candidates = 1_000, tests = 1_000] = process.argv.slice(2).map(Number);
const random = seededRandom(1);
const letter = (): string => "PFET".charAt(Math.floor(random() ** 2 * 4));
const rows = Array.from({ length: candidates }, () => Array.from({ length: tests }, letter).join(""));
const matrix = PassMatrix.fromRows(rows, tests);
const places = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

function setupOf(testPolicy: string, candidatePolicy: string): SessionSetup {
  const settings = rankSettingsSchema.parse({ testPolicy, candidatePolicy });
  return {
    matrix,
    candidates: places(candidates),
    tests: places(tests),
    settings,
    testPolicy: testPolicies[testPolicy] ?? never(testPolicy),
    candidatePolicy: candidatePolicies[candidatePolicy] ?? never(candidatePolicy),
    answerOf: (test) => oracleAnswer(matrix.row(0).charAt(test)),
    isCorrect: (candidate) => candidate === 0,
  };
}

function never(name: string): never {
  throw new Error(`no policy ${name}`);
}

function bestOf(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const started = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

const line = (what: string, ms: number): boolean =>
  process.stdout.write(`${what.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms\n`);

for (const name of Object.keys(testPolicies)) {
  const setup = setupOf(name, "input-order");
  const state = startSession(setup);
  line(
    `next question by ${name}`,
    bestOf(5, () => rankUnasked(setup, state)),
  );
}
for (const policy of Object.values(candidatePolicies)) {
  const standing = { matrix, candidates: places(candidates), tests: places(tests) };
  line(
    `candidates by ${policy.name}`,
    bestOf(3, () => policy.rank(standing)),
  );
}
const setup = setupOf("information-gain", "passing-tests");
const state = startSession(setup);
const [test = 0] = rankUnasked(setup, state);
line(
  "question and answer, gain + passing-tests",
  bestOf(3, () => {
    const after = takeAnswer(setup, state, { test, answer: "yes" });
    rankUnasked(setup, after);
  }),
);

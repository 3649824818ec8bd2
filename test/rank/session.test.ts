/** The session as whoever drives it sees it: B5, B8, B15. */
import { beforeAll, describe, expect, test } from "vitest";
import { readAnswer } from "../../src/cli/rank/read-answer.ts";
import { type Answer, rankSettingsSchema } from "../../src/contracts/ranking.ts";
import { correctTest, rankedMaterial } from "../../src/pipeline/rank/rank-task.ts";
import { simulate } from "../../src/pipeline/rank/simulate.ts";
import { loadPython, type Python } from "../../src/python/index.ts";
import { type Reply, runSession, type SessionEvent, type SessionInput } from "../../src/rank/session.ts";
import { parseSimulatedUser, simulateAnswer } from "../../src/rank/simulated-user.ts";
import { checkLiteral } from "../../src/rank/tests/right-value.ts";
import { writeTest } from "../../src/rank/tests/write-test.ts";
import { seededRandom } from "../../src/util/statistics.ts";
import { plainOptions, rankingContext, task } from "../helpers/ranking.ts";

let python: Python;
beforeAll(async () => {
  python = await loadPython();
});
const context = rankingContext();

const ROWS = ["PPFF", "PFPF", "FPPF", "PPPP"];

function input(more: Partial<SessionInput> = {}, settings: object = {}): SessionInput {
  const tests = [0, 1, 2, 3].map((place) =>
    writeTest("test_f", { setup: "", call: `f(${place})`, operator: "==", expected: "1" }),
  );
  const candidates = ROWS.map((_, place) => ({ id: `c${place}`, code: `# ${place}`, copies: 1 }));
  const matrix = {
    candidates: candidates.map(({ id }) => id),
    tests: tests.map(({ id }) => id),
    rows: ROWS,
    reference: null,
    validation: ROWS.map(() => ""),
    executions: 0,
  };
  const order = { testPolicy: "input-order", candidatePolicy: "input-order", ...settings };
  return { candidates, tests, matrix, settings: rankSettingsSchema.parse(order), ...more };
}

async function drive(of: SessionInput, replies: readonly Reply[]) {
  const session = runSession(of);
  const events: SessionEvent[] = [];
  const left = [...replies];
  let reply: Reply | undefined;
  for (;;) {
    const step = await session.next(reply);
    if (step.done === true) return { events, result: step.value };
    events.push(step.value);
    reply = step.value.type === "question" || step.value.type === "ending" ? left.shift() : undefined;
    if (step.value.type === "question" && reply === undefined) reply = { kind: "quit" };
  }
}

const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

test("a question says what each answer would remove and what every candidate does", async () => {
  const { events } = await drive(input(), []);
  expect(events[0]).toMatchObject({
    type: "question",
    number: 1,
    candidates: ["c0", "c1", "c2", "c3"],
    outcomes: ["pass", "pass", "assertion", "pass"],
    removes: { yes: 1, no: 3 },
    testsLeft: 4,
  });
});

test("B15: approved and rejected in the order of the questions; a round for every number of them", async () => {
  const of = input({}, { earlyStop: false });
  const { result } = await drive(of, [{ kind: "yes" }, { kind: "no" }, { kind: "yes" }, { kind: "skip" }]);
  expect(ids(result.approved)).toEqual([of.tests[0]?.id, of.tests[2]?.id]);
  expect(ids(result.rejected)).toEqual([of.tests[1]?.id]);
  expect(result.rounds.map(({ questions, candidates }) => [questions, candidates.length])).toEqual([
    [0, 4],
    [1, 3],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
  expect(result.stopped).toBe("no-tests");
});

test("undo gives back the state before, also behind the end; nothing to undo costs nothing", async () => {
  const { events, result } = await drive(input(), [
    { kind: "undo" },
    { kind: "yes" },
    { kind: "no" },
    { kind: "undo" }, // behind the end: one candidate was left
    { kind: "yes" },
    { kind: "quit" },
  ]);
  expect(events.map(({ type }) => type)).toEqual([
    "question",
    "refused",
    "question",
    "answered",
    "question",
    "answered",
    "ending",
    "undone",
    "question",
    "answered",
    "question",
  ]);
  expect(ids(result.candidates)).toEqual(["c0", "c3"]);
  expect(result.stopped).toBe("quit");
});

test("answers of earlier give the state that they gave then", async () => {
  const whole = await drive(input(), [{ kind: "yes" }, { kind: "skip" }, { kind: "no" }]);
  const answers = whole.result.answers.slice(0, 2);
  const resumed = await drive(input({ answers }), [{ kind: "no" }]);
  expect(resumed.result).toEqual(whole.result);
  const foreign: Answer = { test: "another", kind: "yes", corrected: null };
  await expect(drive(input({ answers: [foreign] }), [])).rejects.toThrow(/not there/);
});

test("a policy that looks at the reference needs one", async () => {
  await expect(drive(input({}, { testPolicy: "greedy" }), [])).rejects.toThrow(/looks at a reference/);
});

test.each([
  ["y", "yes"],
  [" YES ", "yes"],
  ["N", "no"],
  ["Skip", "skip"],
  ["U", "undo"],
  ["quit", "quit"],
  ["?", "help"],
  ["", "nothing"],
  ["yy", "nothing"],
  ["=", "nothing"],
  ["maybe", "nothing"],
])("B8: %j means %s", (line, kind) => {
  expect(readAnswer(line).kind).toBe(kind);
});

test("B8: values and ranks", () => {
  expect(readAnswer(" = [1, 2] ")).toEqual({ kind: "value", value: "[1, 2]" });
  expect(readAnswer("=3")).toEqual({ kind: "value", value: "3" });
  expect(readAnswer("c 12")).toEqual({ kind: "show", rank: 12 });
});

describe("B5: the right value", () => {
  const PROGRAMS = ["x * 1", "x * 2", "x * 3"].map((body) => `def f(x):\n    return ${body}\n`);
  const crashing = "def f(x):\n    raise ValueError\n";

  async function material(validation: string) {
    const of = task({ reference: "def f(x):\n    return x + x\n", validation: [validation] });
    const given = { task: of, samples: [...PROGRAMS, crashing], testTexts: ["assert f(3) == 3"] };
    return rankedMaterial(given, plainOptions, python, await context());
  }

  test.each(["def test_f():\n    assert f(5) == 10", "def test_f():\n    assert f(5) == 11"])(
    "keeps who passes the corrected test, which is the approved one (hidden: %j)",
    async (validation) => {
      const ranked = await material(validation);
      const made = await context();
      const of: SessionInput = {
        candidates: ranked.candidates,
        tests: ranked.tests,
        matrix: ranked.matrix,
        settings: rankSettingsSchema.parse({ testPolicy: "distinguishing" }),
        correct: (about, typed) =>
          correctTest(ranked, { test: about, literal: checkLiteral(python, typed) }, made),
      };
      const { events, result } = await drive(of, [
        { kind: "value", value: "import os" },
        { kind: "value", value: "6" },
      ]);
      expect(events.map(({ type }) => type)).toEqual([
        "question",
        "refused",
        "question",
        "answered",
        "ending",
      ]);
      expect(ids(result.candidates)).toEqual(["c2"]);
      expect(result.approved.map(({ code }) => code)).toEqual(["def test_f():\n    assert f(3) == 6\n"]);
      expect(result.rejected).toEqual([]);
    },
  );

  test("the oracle gives it where it is asked to", async () => {
    const ranked = await material("def test_f():\n    assert f(5) == 10");
    const settings = rankSettingsSchema.parse({});
    const setting = {
      name: "s",
      settings,
      user: parseSimulatedUser("perfect"),
      oracle: "reference" as const,
      protect: false,
    };
    const plain = await simulate(ranked, { ...setting, values: false }, await context());
    const valued = await simulate(ranked, { ...setting, values: true }, await context());
    expect(plain.rounds.at(-1)).toMatchObject({ status: [true, false], approved: 0, rejected: 1 });
    expect(valued.rounds.at(-1)).toMatchObject({ status: [true], approved: 1, rejected: 0 });
  });
});

describe("simulated users", () => {
  const share = (text: string, truth: "yes" | "no" | "skip", said: string): number => {
    const random = seededRandom(3);
    const user = parseSimulatedUser(text);
    const answers = Array.from({ length: 4_000 }, () => simulateAnswer(truth, user, random));
    return answers.filter((answer) => answer === said).length / answers.length;
  };

  test("err, skip and stop as often as they are said to", () => {
    expect(share("perfect", "yes", "yes")).toBe(1);
    expect(share("errors=10%", "yes", "no")).toBeCloseTo(0.1, 1);
    expect(share("skips=0.2", "no", "skip")).toBeCloseTo(0.2, 1);
    expect(share("stops=50%", "no", "quit")).toBeCloseTo(0.5, 1);
    expect(share("errors=100%", "skip", "skip")).toBe(1);
  });

  test.each(["", "errors", "errors=200%", "faults=1%"])("%j is none", (text) => {
    expect(() => parseSimulatedUser(text)).toThrow(/not a simulated user/);
  });
});

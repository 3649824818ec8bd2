/** A10: what a program does on a test, really run; B1, B2 and B13 where it differs on purpose. */
import { type RankingTest, rankingTaskSchema } from "../../src/contracts/ranking.ts";
import { outcomesOf } from "../../src/pipeline/rank/pass-matrix.ts";
import { compare, isRecord, type Replay, skipped, type Tools } from "./case.ts";

/** The limit of the original, with room for a busy machine below what its cases sleep. */
const WALL_SECONDS = 1.3;

async function letterOf(code: string, test: RankingTest, tools: Tools): Promise<string> {
  const context = { ...(await tools.context()), assertionless: "pass" as const, channel: "shared" as const };
  const limits = { ...context.limits, wallSeconds: WALL_SECONDS };
  const task = rankingTaskSchema.parse({ id: "recorded", text: "", functionName: "f", signature: "" });
  const [row] = await outcomesOf(task, [code], [test], { ...context, limits });
  return row?.letters ?? "";
}

const CLASSES: Readonly<Record<string, string>> = { P: "pass", F: "assertion", E: "other", T: "other" };

export const executionCase: Replay = async ({ input, output }, tools) => {
  const expected = isRecord(output) ? output : {};
  const [code, text] = [String(input["code"]), String(input["test"])];
  const isHumanEval = input["dataset_prefix"] === "humaneval";
  const wantsCheck = isHumanEval && /^def check\(/m.test(text);
  const test = wantsCheck
    ? {
        id: "t",
        code: `${text}\n\n\ndef test_checked():\n    check(f)\n`,
        name: "test_checked",
        comparison: null,
      }
    : { id: "t", code: `${text}\n`, name: "test_f", comparison: null };
  const letter = await letterOf(code, test, tools);
  const found = CLASSES[letter];
  const wasPassed = expected["passed"] === true;
  const wanted = wasPassed ? "pass" : expected["reason"] === "AssertionError" ? "assertion" : "other";
  if (wasPassed && letter === "T")
    return skipped(
      "B2: the limit is kept from outside; the original lets a program swallow or cancel its alarm",
    );
  if (isHumanEval && !wantsCheck && text.includes("check") && found === "pass")
    return skipped("B13: the word check in a test is a word; the original calls check(…) and finds none");
  return compare("outcome", wanted, found);
};

/** The program is harmless here: it ends in an outcome, and what is run next is judged as ever. */
export const unsafeCase: Replay = async ({ id, input }, tools) => {
  const test = { id: "t", code: "def test_f():\n    assert f(1) == 1\n", name: "test_f", comparison: null };
  const code = typeof input["code"] === "string" ? input["code"] : "def f(x):\n    return 0";
  const first = await letterOf(code, test, tools);
  const right = await letterOf(`def f(x):\n    return 1  # after ${id}`, test, tools);
  const wrong = await letterOf(`def f(x):\n    return 2  # after ${id}`, test, tools);
  if (first === "P" || right !== "P" || wrong !== "F")
    return {
      state: "failed",
      detail: `outcomes ${first}, then ${right} and ${wrong} for a right and a wrong program`,
    };
  return skipped(
    `B1: the program ended as ${CLASSES[first]} in a process of its own, and the judge went on unharmed`,
  );
};

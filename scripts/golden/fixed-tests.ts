/** B5: a rejected test is corrected by value, candidates are judged by the corrected one, and that one is approved. */
import { rankingTaskSchema } from "../../src/contracts/ranking.ts";
import { observe } from "../../src/pipeline/rank/observe.ts";
import { correctTest, rankedMaterial } from "../../src/pipeline/rank/rank-task.ts";
import { oracleAnswer, type Reply, runSession } from "../../src/rank/session.ts";
import { compare, isRecord, type Recorded, type Replay, skipped, texts } from "./case.ts";
import { compatibleSettings } from "./interaction.ts";

export const fixCase: Replay = async ({ input, output }, tools) => {
  const codes = isRecord(input["codes"]) ? input["codes"] : {};
  const context = await tools.context();
  const task = rankingTaskSchema.parse({
    id: "recorded",
    text: "",
    functionName: "f",
    signature: "",
    reference: String(input["oracle"]),
    validation: texts(input["validation_tests"]),
  });
  const samples = Object.values(codes).map(String);
  const material = await rankedMaterial(
    { task, samples, testTexts: texts(input["tests"]) },
    {
      asserts: "first",
      dropInput: false,
      maxTests: null,
      shuffleSeed: null,
      rewrite: "none",
      pruneTests: false,
      pruneCandidates: false,
      observe: false,
    },
    tools.python,
    context,
  );
  const { candidates, tests, matrix, correct } = material;
  const config = isRecord(input["config"]) ? input["config"] : {};
  const session = runSession({
    candidates,
    tests,
    matrix,
    settings: compatibleSettings({ ...config, max_user_queries: 1 }),
    ...(config["query_oracle_opt"] === true && { isProtected: (place: number) => correct[place] === true }),
    correct: (test, literal) => correctTest(material, { test, literal }, context),
  });
  const question = await session.next(undefined);
  if (question.done === true || question.value.type !== "question")
    return { state: "failed", detail: "no question was asked" };
  const [value] = await observe(task, task.reference ?? "", [question.value.test], context);
  const answer = oracleAnswer(matrix.reference?.charAt(0) ?? "E");
  const reply: Reply =
    answer === "no" && value?.literal ? { kind: "value", value: value.literal } : { kind: answer };
  await session.next(reply);
  await session.next(undefined); // the end is announced
  const end = await session.next(undefined);
  if (end.done !== true) return { state: "failed", detail: "a second question was asked" };
  const kept = end.value.candidates.map(({ id }) => Object.keys(codes)[Number(id.slice(1)) - 1]);
  const rounds = isRecord(output) && Array.isArray(output["rounds"]) ? (output["rounds"] as Recorded[]) : [];
  if (answer !== "no") return compare("kept", rounds[0]?.["codes"], kept);
  if (kept.length !== 1 || !/== 6$/m.test(end.value.approved[0]?.code ?? ""))
    return { state: "failed", detail: `kept ${kept.join()}, approved ${end.value.approved[0]?.code}` };
  return skipped(
    `B5: ${kept.join()} passes the corrected test, which is the approved one; the original judges by the wrong test`,
  );
};

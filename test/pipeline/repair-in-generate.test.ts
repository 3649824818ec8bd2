/** `--repair`: a task whose program fails goes through an agent, whose rounds become attempts of the record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerateContext } from "../../src/contracts/generator.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import type { GenerateRecord } from "../../src/contracts/task.ts";
import { generators } from "../../src/generate/index.ts";
import { taskRepairer } from "../../src/pipeline/repair-task.ts";
import { build } from "../../src/index.ts";
import { repairAgentNamed } from "../../src/registry.ts";
import { modelScene, numberPage, pieceOf, testSandbox } from "../helpers/model-context.ts";
import { buildAll, numberRun } from "../helpers/model-run.ts";
import { type ChatBody, startScriptedServer } from "../helpers/scripted-server.ts";
import { scriptedField } from "../helpers/scripted-task.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
});
afterAll(() => sandbox.close());

type Fill = (field: string, body: ChatBody) => string;

const right = (body: ChatBody): string => scriptedField("code", body);
const wrong = (body: ChatBody): string => right(body).replace("return value + ", "return value - ");

/** The implementation is wrong; what the agent writes is `mended`. */
const writing =
  (mended: (body: ChatBody) => string): Fill =>
  (field, body) => {
    if (field !== "code") return field === "suggestions" ? "- Write value." : scriptedField(field, body);
    return pieceOf(body) === "write_program" ? `import numbers\n\n\n${mended(body)}` : wrong(body);
  };

async function run(fill: Fill, agent = "codergen"): Promise<{ record: GenerateRecord; asked: string[] }> {
  const found = await modelScene({ fill }, { sandbox, folder: await tempFolder() });
  const { context } = found;
  if (context.models === null) throw new Error("the scene has a model");
  const parts = { ...context, models: context.models };
  const full: GenerateContext = { ...context, repair: taskRepairer(repairAgentNamed(agent), parts) };
  try {
    const record = await generators.piecewise.generate(numberPage(7), full);
    return { record, asked: found.bodies.map(pieceOf).slice(1) };
  } finally {
    await found.close();
  }
}

const pieces = ({ attempts = [] }: GenerateRecord): string[] =>
  attempts.map(({ piece, round, result }) => `${piece} ${round} ${result}`);

describe("a task that fails goes through the agent", () => {
  it("its program is mended, its tests are the same, its rounds are attempts", async () => {
    const { record, asked } = await run(writing(right));
    expect(asked.slice(4)).toEqual(["suggest_fixes", "write_program"]);
    expect(pieces(record).slice(2)).toEqual([
      "implementation 0 run-failed",
      "tests 0 kept",
      "suggestions 1 kept",
      "repair 1 kept",
    ]);
    const [task] = record.tasks;
    expect(task?.functionCode).toContain("return value + 7");
    expect(task?.imports).toBe("import numbers");
    expect(task?.cases[2]?.code).toContain("assert add_7(1) == 8");
    expect(record.attempts?.at(-1)).toMatchObject({
      role: "repairer",
      feedback: expect.stringContaining("test_add_7_correctness"),
    });
  });

  it("a program that only gets worse is not taken, and the tests have their turn", async () => {
    const worse = writing((body) =>
      right(body)
        .replace(/raise TypeError.*$/m, "return 0")
        .replace("return value +", "return value - "),
    );
    const { record } = await run(worse);
    expect(record.state).toBe("generated");
    const repairs = pieces(record).filter((piece) => piece.startsWith("repair"));
    expect(repairs.every((piece) => piece.endsWith("run-failed"))).toBe(true);
    expect(pieces(record).at(-1)).toMatch(/^tests 2/);
  });

  it("self-edit asks once", async () => {
    const { asked } = await run(writing(right), "self-edit");
    expect(asked.slice(4)).toEqual(["write_program"]);
  });
});

describe("build --repair", () => {
  it("repairs in a run, and notes the agent and what it cost", { timeout: 120_000 }, async () => {
    const server = await startScriptedServer({ fill: writing(right) });
    try {
      const config = await numberRun(await tempFolder(), server.baseUrl, { documents: 2 });
      const summary = await buildAll({ ...config, repair: "codergen" });
      expect(summary.verify.tiers).toMatchObject({ verified: 2 });
      expect(summary.money?.byRole).toMatchObject({ repairer: { calls: 4 } });
      expect(summary.money?.byStage).toMatchObject({ repair: { calls: 4 } });
    } finally {
      await server.close();
    }
  });

  it("says that it needs a model, and which agents there are", async () => {
    const config = await numberRun(await tempFolder(), "http://127.0.0.1:1");
    const { model: _model, ...without } = config;
    await expect(build({ ...without, repair: "codergen" }).next()).rejects.toThrow("--repair needs a model");
    await expect(build({ ...config, repair: "codergn" }).next()).rejects.toMatchObject({
      hint: expect.stringContaining("Choices: codergen, react, self-edit"),
    });
  });
});

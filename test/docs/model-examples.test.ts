/** The examples of the pages about prompts, generators and models do what the pages say. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hintsOnly } from "../../docs/examples/own-agent.ts";
import { secondOpinion } from "../../docs/examples/own-generator.ts";
import { textModel } from "../../docs/examples/own-model.ts";
import { tryOwnPrompt } from "../../docs/examples/own-prompt.ts";
import type { ModelRequest } from "../../src/contracts/model.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import { repairRunner } from "../../src/pipeline/repair-runner.ts";
import { modelScene, numberPage, pieceOf, testSandbox, textOf } from "../helpers/model-context.ts";
import { startScriptedServer } from "../helpers/scripted-server.ts";
import { scriptedField } from "../helpers/scripted-task.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
});
afterAll(() => sandbox.close());

describe("docs/examples", () => {
  it("own-prompt: is shown with a document and asked", async () => {
    const server = await startScriptedServer({ fill: scriptedField });
    onTestFinished(() => server.close());
    const model = { name: "scripted", baseUrl: server.baseUrl };
    const { shown, requirement } = await tryOwnPrompt(await tempFolder(), numberPage(7), model);
    expect(shown).toContain("that a beginner can write");
    expect(shown).toContain("Name: add-7");
    expect(requirement).toBe("Add 7 to a whole number and return the sum.");
    expect(textOf(server.bodies.at(-1) ?? { model: "", messages: [] })).toContain("tasks for beginners");
  });

  it("own-generator: makes a task whose tests were written without the code", async () => {
    const scene = await modelScene({}, { sandbox, folder: await tempFolder() });
    onTestFinished(() => scene.close());
    const record = await secondOpinion.generate(numberPage(7), scene.context);
    expect(record).toMatchObject({ state: "generated" });
    expect(scene.bodies.map(pieceOf)).toEqual(["report_word", "write_task", "write_tests"]);
    expect(record.tasks[0]?.provenance.method).toBe("second-opinion");
  });

  it("own-agent: repairs with the analyser's suggestions", async () => {
    const fill = (field: string) => (field === "code" ? "def double(x):\n    return x * 2\n" : "");
    const scene = await modelScene({ fill }, { sandbox, folder: await tempFolder() });
    onTestFinished(() => scene.close());
    const { models, environments, limits, signal } = scene.context;
    if (models === null) throw new Error("the scene has a model");
    const runner = repairRunner({
      sandbox,
      environment: await environments.resolve([]),
      fileName: "double.py",
      functionName: "double",
      tests: "def test_double():\n    assert double(2) == 4\n",
      cases: [{ kind: "correctness", name: "test_double" }],
      testContext: "",
      limits,
      signal,
    });
    const record = await hintsOnly.repair(
      {
        id: "double",
        instruction: "Double a number.",
        code: "def double(x):\n    return y * 2\n",
        functionName: "double",
        requirements: [],
        documents: [],
      },
      { models, ...runner, rounds: 1, signal },
    );
    expect(record).toMatchObject({ agent: "hints-only", state: "repaired", best: 1 });
    expect(scene.bodies.map(textOf).at(-1)).toContain("The name y is defined nowhere.");
  });

  it("own-model: outcomes, repeats and cache come with the port", async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      if (asked === 1) response.writeHead(429).end();
      else response.end(JSON.stringify({ text: "<code>x = 1</code>", cut: false, used: 9 }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const model = textModel(`http://127.0.0.1:${port}/`, await tempFolder());
    const request: ModelRequest = {
      promptId: "example",
      promptHash: "0",
      messages: [{ role: "user", content: "Write code." }],
      format: {
        name: "write_code",
        description: "The code.",
        schema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
      },
      sampling: { temperature: 0.6, topP: 0.9, maxTokens: 100, seed: null },
      sampleIndex: 0,
    };
    const { signal } = new AbortController();
    expect(await model.complete(request, signal)).toMatchObject({
      outcome: "complete",
      fields: { code: "x = 1" },
      costUsd: null,
    });
    expect((await model.complete(request, signal)).fromCache).toBe(true);
    expect(asked).toBe(2);
  });
});

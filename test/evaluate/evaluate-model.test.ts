/** A scripted model: samples, agents, resume after kills, a second model that repeats nothing, the leaderboard. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import {
  compareModels,
  type EvaluateInput,
  leaderboard,
  renderLeaderboardAs,
  type RepairedSample,
} from "../../src/index.ts";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { evaluateAll, recordsOf, tinyProblems, writeRows } from "../helpers/evaluation.ts";
import { type ChatBody, startScriptedServer } from "../helpers/scripted-server.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const ANSWERS: Readonly<Record<string, string>> = {
  area: "```python\ndef area(radius):\n    return math.pi * _square(radius)\n```",
  longest: "```python\ndef longest(words):\n    return words[0]\n```",
  nothing: "I would rather not write this.",
};
const FIXED = "def longest(words):\n    return max(words, key=len)\n";

function answerTo({ messages, model }: ChatBody): string {
  const text = messages.map(({ content }) => content).join("\n");
  const name = Object.keys(ANSWERS).find((known) => text.includes(`def ${known}(`)) ?? "";
  if (model === "better" && name === "longest") return FIXED;
  return ANSWERS[name] ?? "no idea";
}

async function scene(model = "scripted") {
  const folder = await tempFolder();
  const dataset = await writeRows(join(folder, "tiny.jsonl"), tinyProblems);
  // an agent asks in a format of its own: every field it may want is filled
  const server = await startScriptedServer({
    text: answerTo,
    fill: (field) => (/code|program|solution/.test(field) ? FIXED : "return the longest word, not the first"),
  });
  const settings = { name: model, baseUrl: server.baseUrl };
  const input: EvaluateInput = {
    dataset,
    out: join(folder, "out"),
    cacheDir: join(folder, "cache"),
    model: settings,
  };
  return { folder, server, input };
}

describe("a model", () => {
  it("is asked once for each sample, scored, and never asked again", async () => {
    const { server, input } = await scene();
    const { summary, events } = await evaluateAll({ ...input, samplesPerTask: 2, passK: [1, 2, 3] });
    expect(server.answered()).toBe(6);
    expect(summary).toMatchObject({
      tasks: 3,
      samples: { expected: 6, graded: 6, ungraded: 0, withoutProgram: 2 },
      rates: { srAll: { value: 1 / 3 } },
      calls: 6,
      costUsd: null,
      style: "chat",
    });
    expect(summary.atK.map(({ passAtK }) => passAtK.value)).toEqual([1 / 3, 1 / 3, null]);
    expect(summary.errorCategories).toEqual({ logic: 2, "no-program": 2 });
    expect(events.filter(({ type }) => type === "sample-graded")).toHaveLength(6);
    const again = await evaluateAll({ ...input, samplesPerTask: 2, passK: [1, 2, 3] });
    expect(again.summary).toEqual(summary);
    const more = await evaluateAll({ ...input, samplesPerTask: 3 });
    expect(more.summary.samples.graded).toBe(9);
    expect(server.answered()).toBe(9);
    await server.close();
  });

  it.each([
    ["chat", /whole program/],
    ["completion", /continue Python code/],
    ["instruction", /Write a Python function `area\(radius\)`/],
    ["tests-in-prompt", /def check\(candidate\)/],
  ] as const)("is asked in the style %s", async (style, wanted) => {
    const { server, input } = await scene();
    const { summary } = await evaluateAll({ ...input, style, tasks: 1, stubs: false });
    expect(summary.samples.graded).toBe(1);
    const [body] = server.bodies;
    expect(body?.messages.map(({ content }) => content).join("\n")).toMatch(wanted);
    await server.close();
  });

  it("that does not answer in time leaves the sample ungraded", async () => {
    const { server, input } = await scene();
    const hanging = await startScriptedServer({ text: answerTo, fault: () => "hang" });
    const model = { name: "slow", baseUrl: hanging.baseUrl, timeoutSeconds: 1 };
    const { summary } = await evaluateAll({ ...input, model, tasks: 1, stubs: false });
    expect(summary.samples).toMatchObject({ expected: 1, graded: 0, ungraded: 1, withoutProgram: 0 });
    expect(summary.rates.srAll.value).toBeNull();
    await hanging.close();
    await server.close();
  }, 60_000);

  it("that is refused by its server leaves the sample ungraded, and exit code 4", async () => {
    const { folder, server, input } = await scene();
    await server.close();
    const words = [
      "evaluate",
      input.dataset,
      "--out",
      join(folder, "cli"),
      "--model",
      "gone",
      "--json",
      "--no-stubs",
    ];
    const finished = await codergen([...words, "--base-url", server.baseUrl], {
      env: { OPENAI_API_KEY: "none" },
    });
    const last = jsonLines<{ summary?: { samples: unknown; rates: unknown } }>(finished).at(-1);
    expect(finished.code).toBe(4);
    expect(last?.summary?.samples).toMatchObject({ graded: 0, ungraded: 3 });
    expect(last?.summary?.rates).toMatchObject({ srAll: { value: null } });
  }, 120_000);
});

describe("an agent", () => {
  it("works on failing samples, and the score after repair stands beside the first", async () => {
    const { server, input } = await scene();
    const { summary } = await evaluateAll({ ...input, agents: ["self-edit"], rounds: 2 });
    const [repair] = summary.repairs;
    expect(summary.rates.srAll.value).toBeCloseTo(1 / 3, 12);
    expect(repair).toMatchObject({ agent: "self-edit", repaired: 2, open: 0, relativeIncreaseAll: 1 });
    expect(repair?.rates.srAll.value).toBeCloseTo(2 / 3, 12);
    expect(repair?.rounds[0]?.srAll).toBeCloseTo(1 / 3, 12);
    expect(repair?.rounds.at(-1)?.srAll).toBeCloseTo(2 / 3, 12);
    const repairs = recordsOf<RepairedSample>(input.out ?? "", "scripted", "repairs-self-edit.jsonl");
    expect(repairs.map(({ taskId, record }) => [taskId, record.state])).toContainEqual([
      "Tiny/1",
      "repaired",
    ]);
    const asked = server.answered();
    const again = await evaluateAll({ ...input, agents: ["self-edit"], rounds: 2 });
    expect(again.summary).toEqual(summary);
    expect(server.answered()).toBe(asked);
    await server.close();
  });
});

describe("a second model in the folder", () => {
  it("repeats nothing of the first, and both are on the leaderboard", async () => {
    const { server, input } = await scene();
    const out = input.out ?? "";
    const first = await evaluateAll(input);
    const before = readFileSync(join(out, "models", "scripted", "samples.jsonl"), "utf8");
    const asked = server.answered();
    const second = await evaluateAll({ ...input, model: { name: "better", baseUrl: server.baseUrl } });
    expect(server.answered() - asked).toBe(3);
    expect(second.events.filter(({ type }) => type === "reference-checked")).toHaveLength(0);
    expect(readFileSync(join(out, "models", "scripted", "samples.jsonl"), "utf8")).toBe(before);
    expect(second.summary.rates.srAll.value).toBeCloseTo(2 / 3, 12);

    const board = await leaderboard([out]);
    const [table] = board.tables;
    expect(table?.rows.map(({ label, ranks }) => [label, ranks["srAll"]])).toEqual([
      ["better", 1],
      ["scripted", 2],
    ]);
    const comparison = await compareModels([out], "scripted", "better");
    expect(comparison).toMatchObject({ tasks: 3, onlyFirst: [], onlySecond: ["Tiny/1"] });
    expect(comparison.difference.value).toBeCloseTo(1 / 3, 12);
    await expect(compareModels([out], "scripted", "beter")).rejects.toThrow(/no model is labelled "beter"/);

    const markdown = renderLeaderboardAs(board, "markdown");
    expect(markdown).toContain("| better | 66.67 [0.0, 100.0] (1) |");
    const csv = renderLeaderboardAs(board, "csv").trim().split("\n");
    expect(csv).toHaveLength(3);
    expect(csv[0]?.split(",").length).toBe(csv[1]?.split(",").length);
    const html = renderLeaderboardAs(board, "html");
    expect(html.match(/<svg /g)?.length).toBe(2);
    expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    expect(JSON.parse(renderLeaderboardAs(board, "json"))).toEqual(JSON.parse(JSON.stringify(board)));
    expect(first.summary.label).toBe("scripted");
    await server.close();
  });

  it("under a label that stands for something else is refused", async () => {
    const { server, input } = await scene();
    await evaluateAll({ ...input, label: "same", tasks: 1, stubs: false });
    const other = { ...input, label: "same", tasks: 1, stubs: false, style: "completion" as const };
    await expect(evaluateAll(other)).rejects.toThrow(/the label "same" in .* stands for something else/);
    await expect(evaluateAll({ ...other, tasks: 2 })).rejects.toThrow(
      /the dataset or the settings are others now/,
    );
    await server.close();
  });
});

function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return new Map(
    names
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && !relative(folder, path).startsWith("logs/"))
      .map((path) => [relative(folder, path), readFileSync(path, "utf8")]),
  );
}

/** Eight tasks with wrong answers that an agent mends. */
const sums = Array.from({ length: 8 }, (_, number) => ({
  task_id: `Sum/${number}`,
  prompt: `def plus_${number}(value):\n    """Add ${number} to a value."""\n`,
  entry_point: `plus_${number}`,
  canonical_solution: `    return value + ${number}\n`,
  test: `def check(candidate):\n    assert candidate(1) == ${number + 1}\n`,
}));
const numberIn = ({ messages }: ChatBody) =>
  /plus_(\d)/.exec(messages.map(({ content }) => content).join("\n"))?.[1] ?? "0";

describe("kill -9", () => {
  it("at any moment changes nothing and asks nothing twice", { timeout: 300_000 }, async () => {
    const folder = await tempFolder();
    const dataset = await writeRows(join(folder, "sums.jsonl"), sums);
    const server = await startScriptedServer({
      text: (body) => `def plus_${numberIn(body)}(value):\n    return value\n`,
      fill: (_field, body) => `def plus_${numberIn(body)}(value):\n    return value + ${numberIn(body)}\n`,
      latencyMs: 100,
    });
    const words = (out: string, cache: string) => [
      ...["evaluate", dataset, "--model", "scripted", "--base-url", server.baseUrl, "--workers", "1"],
      ...["--agent", "self-edit", "--out", join(folder, out), "--cache-dir", join(folder, cache)],
    ];
    const env = { OPENAI_API_KEY: "none" };
    const started = performance.now();
    const calm = await codergen(words("calm", "cache-calm"), { env });
    const durationMs = performance.now() - started;
    expect(calm.code, calm.stderr).toBe(0);
    const asked = server.answered();
    let kills = 0;
    for (let round = 0; round < 5; round++) {
      const { signal } = await codergen(words("killed", "cache-killed"), {
        env,
        onStart: (child) => setTimeout(() => child.kill("SIGKILL"), durationMs * (0.3 + 0.12 * round)),
      });
      if (signal === "SIGKILL") kills++;
    }
    const last = await codergen(words("killed", "cache-killed"), { env });
    expect(last.code, last.stderr).toBe(0);
    expect(kills).toBeGreaterThan(0);
    const [calmFiles, killedFiles] = [filesOf(join(folder, "calm")), filesOf(join(folder, "killed"))];
    expect([...killedFiles.keys()]).toEqual([...calmFiles.keys()]);
    expect(
      [...calmFiles].filter(([name, text]) => killedFiles.get(name) !== text).map(([name]) => name),
    ).toEqual([]);
    // what was on its way when the process was killed may be asked again, nothing else
    expect(server.answered() - asked).toBeLessThanOrEqual(asked + 8 * kills);
    await server.close();
  });
});

/** Money before, while and after a run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { GenerateRecord } from "../../src/contracts/task.ts";
import { estimate } from "../../src/index.ts";
import { buildAll, numberRun } from "../helpers/model-run.ts";
import { type ScriptedServer, type ServerPlan, startScriptedServer } from "../helpers/scripted-server.ts";
import { scriptedField } from "../helpers/scripted-task.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const prices = { scripted: { input: 1, cachedInput: 0.5, output: 10 } };

async function serverFor(plan: ServerPlan = {}): Promise<ScriptedServer> {
  const server = await startScriptedServer({ fill: scriptedField, ...plan });
  onTestFinished(() => server.close());
  return server;
}

const attemptsOf = (out: string) =>
  readFileSync(join(out, "tasks.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .flatMap((line) => (JSON.parse(line) as GenerateRecord).attempts ?? []);

describe("estimate before, count after", () => {
  it.each(["piecewise", "single", "coder-reviewer", "hard-inputs"])(
    "%s: a recorded run costs what was said, and its replay costs nothing",
    async (generator) => {
      const folder = await tempFolder();
      const server = await serverFor();
      const recording = join(folder, "recording");
      const base = await numberRun(folder, server.baseUrl, { model: { prices } });
      const config = { ...base, generator, model: { name: "scripted", ...base.model, record: recording } };
      const before = await estimate(config);
      expect(server.requests()).toBe(0); // an estimate asks nobody
      const { money, export: rows } = await buildAll(config);
      if (money === null || money.total.costUsd === null || before.costUsd === null)
        throw new Error("no cost");

      expect(rows.all).toBe(6);
      expect(money.total.costUsd).toBeGreaterThanOrEqual(before.costUsd.low);
      expect(money.total.costUsd).toBeLessThanOrEqual(before.costUsd.high);
      const [line] = before.models;
      const probes = money.byStage["probe"]?.calls ?? 0;
      expect(money.total.calls - probes).toBeGreaterThanOrEqual(line?.calls.low ?? Number.NaN);
      expect(money.total.calls - probes).toBeLessThanOrEqual(line?.calls.high ?? Number.NaN);
      expect(before.costUsd.high / before.costUsd.low).toBeLessThan(40); // wide, but it says something

      await server.close();
      const again = {
        ...config,
        out: join(folder, "replayed"),
        model: { ...config.model, replay: recording },
      };
      const replayed = await buildAll({ ...again, model: { ...again.model, record: undefined } });
      expect(replayed.money).toMatchObject({ total: { calls: 0, costUsd: 0 }, keptTasks: 6 });
      expect(replayed.export).toEqual(rows);
    },
    120_000,
  );

  it("adds up: ledger, attempts, roles, pieces, stages", async () => {
    const folder = await tempFolder();
    const server = await serverFor({ fault: (_body, n) => (n === 0 ? "malformed" : null) });
    const config = await numberRun(folder, server.baseUrl, { model: { prices } });
    const { money } = await buildAll(config);
    if (money === null || money.total.costUsd === null) throw new Error("no cost");
    const attempts = attemptsOf(join(folder, "run"));
    const ofAttempts = attempts.reduce((sum, { costUsd }) => sum + (costUsd ?? Number.NaN), 0);
    const sum = (parts: Record<string, { costUsd: number | null }>) =>
      Object.values(parts).reduce((total, { costUsd }) => total + (costUsd ?? Number.NaN), 0);
    expect(sum(money.byRole)).toBeCloseTo(ofAttempts, 10);
    expect(sum(money.byPiece)).toBeCloseTo(ofAttempts, 10);
    expect(sum(money.byStage)).toBeCloseTo(money.total.costUsd, 10);
    expect(sum(money.byModel)).toBeCloseTo(money.total.costUsd, 10);
    expect(money.byStage["generate"]?.costUsd).toBeCloseTo(ofAttempts, 10); // no call is forgotten
    expect(money.costPerKeptTaskUsd).toBeCloseTo(money.total.costUsd / 6, 10);
    expect(Object.keys(money.byPiece).sort()).toEqual([
      "implementation",
      "requirement",
      "signature",
      "tests",
    ]);
    const report = readFileSync(join(folder, "run", "report.html"), "utf8");
    expect(report).toContain("What models took");
  });
});

describe("an unknown price", () => {
  it("stays unknown before and after, and is never zero", async () => {
    const folder = await tempFolder();
    const server = await serverFor();
    const config = await numberRun(folder, server.baseUrl, { documents: 2 });
    expect((await estimate(config)).costUsd).toBeNull();
    const { money } = await buildAll(config);
    expect(money?.total.calls).toBeGreaterThan(0);
    expect(money).toMatchObject({ total: { costUsd: null }, costPerKeptTaskUsd: null });
    const report = readFileSync(join(folder, "run", "report.html"), "utf8");
    expect(report).toContain("unknown of the whole run");
    expect(report).not.toContain("$0");
  });
});

describe("a hard budget", () => {
  it("stops the run with everything kept, and a larger one continues it without paying twice", async () => {
    const folder = await tempFolder();
    const server = await serverFor();
    const config = await numberRun(folder, server.baseUrl, { model: { prices, concurrency: 2 } });
    const limited = { ...config, model: { name: "scripted", ...config.model, budgetUsd: 0.045 } };
    await expect(buildAll(limited)).rejects.toMatchObject({ code: "budget-exhausted" });
    const paid = server.answered();
    expect(paid).toBeGreaterThan(0);
    const { money } = await buildAll({ ...limited, model: { ...limited.model, budgetUsd: 10 } });
    expect(server.answered()).toBe(6 * 4 + 1); // four pieces a document, and the question what the server can do
    expect(money?.total.calls).toBe(server.answered());
    const attempts = attemptsOf(join(folder, "run"));
    expect(attempts.every(({ costUsd }) => (costUsd ?? 0) > 0)).toBe(true); // also those paid before the stop
  });

  it("a refused key stops the run at once", async () => {
    const folder = await tempFolder();
    const server = await serverFor({ reject: () => ({ status: 401, error: { message: "no such key" } }) });
    const config = await numberRun(folder, server.baseUrl);
    await expect(buildAll(config)).rejects.toMatchObject({ code: "unauthorized" });
    expect(server.answered()).toBe(0);
  });
});

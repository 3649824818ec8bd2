/** Fine-tuning from the command line: faults before anything starts; with torch, a tiny model that learns by heart. */
import type { ChildProcess } from "node:child_process";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FinetuneSummary } from "../../src/index.ts";
import { smallTraining, standInPython } from "../finetune/stand-in.ts";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const ROW = JSON.stringify({
  messages: [
    { role: "user", content: "Write nothing." },
    { role: "assistant", content: "pass" },
  ],
});

/** A folder with something to train on. */
async function begun(): Promise<string> {
  const folder = await tempFolder();
  writeFileSync(join(folder, "train.jsonl"), `${ROW}\n`);
  return folder;
}

function wordsFor(folder: string): string[] {
  const python = ["--python", "/no/such/python"];
  return ["finetune", folder, "--model", "x", "--out", join(folder, "out"), ...python];
}

describe("codergen finetune", () => {
  it("says where training data come from when there are none", async () => {
    const folder = await tempFolder();
    const { code, stderr } = await codergen([
      "finetune",
      folder,
      "--model",
      "x",
      "--out",
      join(folder, "out"),
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("codergen export RUN --format chat");
  });

  it("says that a model's folder is none before anything is installed", async () => {
    const folder = await begun();
    mkdirSync(join(folder, "empty"));
    for (const [name, said] of [
      ["missing", "there is no model"],
      ["empty", "no config.json"],
    ] as const) {
      const out = join(folder, "out");
      const { code, stderr } = await codergen([
        ...["finetune", folder, "--model", join(folder, name), "--out", out],
        ...["--python", "/no/such/python"],
      ]);
      expect({ code, out: existsSync(out) }).toEqual({ code: 2, out: false });
      expect(stderr).toContain(said);
    }
  });

  it("says which Python cannot be started", async () => {
    const folder = await begun();
    const words = wordsFor(folder);
    const { code, stderr } = await codergen(words);
    expect(code).toBe(3);
    expect(stderr).toContain("--python");
  });

  it("does not go on with other options in one folder", async () => {
    const folder = await begun();
    const words = wordsFor(folder);
    await codergen(words);
    mkdirSync(join(folder, "out", "checkpoints"));
    const { code, stderr } = await codergen([...words, "--rank", "16"]);
    expect(code).toBe(2);
    expect(stderr).toContain("other options");
  });

  it.each([
    ["preference", { prompt: [], chosen: [], rejected: [] }],
    ["quadruplets", { instruction: "x", reasoning: "y", code: "z", tests: "t" }],
    ["alpaca", { instruction: "x", input: "", output: "y" }],
  ])("refuses %s before any Python is started, and says what to export", async (format, row) => {
    const folder = await tempFolder();
    writeFileSync(join(folder, "train.jsonl"), `${JSON.stringify(row)}\n`);
    const { code, stderr } = await codergen(wordsFor(folder));
    expect(code).toBe(2);
    expect(stderr).toContain(`the format ${format}`);
    expect(stderr).toContain("chat, sharegpt, repair, completion");
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("names the line of a broken row", async () => {
    const folder = await begun();
    writeFileSync(join(folder, "train.jsonl"), `${ROW}\n{"messages": [{"role": "user"}]}\n`);
    const { code, stderr } = await codergen(wordsFor(folder));
    expect(code).toBe(2);
    expect(stderr).toContain("train.jsonl: line 2 is no row of the format chat");
  });

  it("refuses options of an evaluation that nobody asked for", async () => {
    const { code, stderr } = await codergen([...wordsFor(await begun()), "--answers-at-once", "4"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--answers-at-once is for an evaluation");
  });

  it("does not send a model's name into a container without network", async () => {
    const { code, stderr } = await codergen([...wordsFor(await begun()), "--sandbox", "docker"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--network run");
  });
});

/** Everything but torch: the toolkit's own server and grading, with a script that learns by writing down. */
describe("codergen finetune with a stand-in for torch", () => {
  async function prepared() {
    const folder = await tempFolder();
    const { data, dataset } = smallTraining(folder);
    const out = join(folder, "out");
    const starts = join(folder, "starts");
    const model = join(folder, "base");
    mkdirSync(model);
    writeFileSync(join(model, "config.json"), "{}");
    const words = [
      ...["finetune", data, "--model", model, "--out", out, "--python", standInPython(folder)],
      ...["--evaluate", dataset, "--sandbox", "none", "--save-steps", "3", "--max-steps", "10"],
    ];
    return { folder, out, words, starts, env: { STARTS: starts, CODERGEN_CACHE_DIR: join(folder, "cache") } };
  }

  it("asks only what was not trained on, and says so", async () => {
    const { words, env } = await prepared();
    const { code, stderr, stdout } = await codergen(words, { env });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("3 tasks of the test split; left out: 10 of the train split");
    expect(stdout).toMatch(/SR@All\s+│ 0\.0/);
    expect(stdout).toContain("solved by the adapter alone: 0");
  });

  it("prints both and what changed; a second start trains nothing and asks nobody", async () => {
    const { words, out, starts, env } = await prepared();
    const all = [...words, "--evaluate-split", "train", "--json"];
    const first = await codergen(all, { env });
    expect(first.code, first.stderr).toBe(0);
    const { summary } = jsonLines<{ summary: FinetuneSummary }>(first).at(-1) ?? { summary: null };
    expect(summary?.evaluation).toMatchObject({
      split: "train",
      tasks: 10,
      asked: "as-trained",
      changes: { srAll: { difference: 1, relativeIncrease: null } },
      comparison: { first: "before", second: "after", onlyFirst: [] },
    });
    expect(summary?.evaluation?.comparison.onlySecond).toHaveLength(10);
    expect(readFileSync(join(out, "README.md"), "utf8")).toContain("| SR@All | 0.0 | 100.0 |");
    expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(2);
    const again = await codergen(all, { env });
    expect(again.code).toBe(0);
    expect(jsonLines(again).some(({ type }) => type === "step")).toBe(false);
    expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(2);
    expect(jsonLines<{ summary: FinetuneSummary }>(again).at(-1)?.summary.evaluation).toEqual(
      summary?.evaluation,
    );
  });

  it("stops on Ctrl-C with a checkpoint and goes on from it", async () => {
    const { words, out, env } = await prepared();
    const without = words.filter((word, at) => word !== "--evaluate" && words[at - 1] !== "--evaluate");
    const onStart = (child: ChildProcess) => {
      child.stdout?.on("data", (text: string) => text.includes('"step":2') && child.kill("SIGINT"));
    };
    const first = await codergen([...without, "--json"], { env, onStart });
    expect(first.code).toBe(130);
    expect(existsSync(join(out, "adapter"))).toBe(false);
    expect(existsSync(join(out, "loss.svg"))).toBe(true);
    const second = await codergen([...without, "--json"], { env });
    expect(second.code, second.stderr).toBe(0);
    const start = jsonLines(second).find(({ type }) => type === "start");
    expect(start?.["resumed_from"]).toBeGreaterThanOrEqual(2);
    const steps = readFileSync(join(out, "steps.jsonl"), "utf8").trim().split("\n");
    expect(steps).toHaveLength(10);
  });

  it.each(["SIGINT", "SIGKILL"] as const)("ends the model's server with itself on %s", async (signal) => {
    const { words, starts, env } = await prepared();
    const onStart = (child: ChildProcess) => {
      const look = setInterval(() => {
        if (!existsSync(starts)) return;
        clearInterval(look);
        child.kill(signal);
      }, 50);
      child.on("close", () => clearInterval(look));
    };
    const { code, stderr } = await codergen(words, { env: { ...env, SLOW: "60" }, onStart });
    expect(code, stderr).toBe(signal === "SIGINT" ? 130 : null);
    const pid = Number(readFileSync(starts, "utf8"));
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 10_000 }).toBe(false);
  });

  it("leaves no process when it is killed", async () => {
    const { words, out, env } = await prepared();
    const onStart = (child: ChildProcess) => {
      child.stdout?.on("data", (text: string) => text.includes('"step":2') && child.kill("SIGKILL"));
    };
    await codergen([...words, "--json"], { env, onStart });
    const pid = Number(readFileSync(join(out, "pid"), "utf8"));
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 10_000 }).toBe(false);
  });
});

describe("codergen finetune with torch", () => {
  const python = process.env["CODERGEN_TORCH"] || null;
  if (python === null)
    console.warn("skipped: training a tiny model: CODERGEN_TORCH names no Python with torch");
  it.skipIf(python === null)(
    "teaches a tiny model ten samples, interrupted once, and evaluates it before and after",
    async () => {
      const folder = await tempFolder();
      const { data, dataset } = smallTraining(folder);
      const script = join(import.meta.dirname, "../../scripts/tiny-model.py");
      const base = join(folder, "base");
      execFileSync(python ?? "", [script, "make", join(data, "train.jsonl"), base], { stdio: "ignore" });
      const out = join(folder, "out");
      const words = [
        ...["finetune", data, "--model", base, "--out", out, "--python", python ?? "", "--json"],
        ...[
          "--learning-rate",
          "5e-3",
          "--batch-size",
          "5",
          "--gradient-accumulation",
          "1",
          "--max-steps",
          "60",
        ],
        ...["--dropout", "0", "--train-modules", "embed_tokens", "--train-modules", "lm_head"],
        ...["--evaluate", dataset, "--evaluate-split", "train", "--temperature", "0", "--max-tokens", "100"],
        ...["--sandbox", "none"],
      ];
      const onStart = (child: ChildProcess) => {
        child.stdout?.on("data", (text: string) => /"step":2\d,/.test(text) && child.kill("SIGINT"));
      };
      const first = await codergen(words, { onStart });
      expect(first.code, first.stderr).toBe(130);
      const { code, stdout, stderr } = await codergen(words);
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(/"resumed_from":2\d/);
      const { summary } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as {
        summary: FinetuneSummary;
      };
      expect(summary.lastLoss).toBeLessThan(summary.firstLoss / 10);
      expect(readFileSync(join(out, "loss.svg"), "utf8")).toContain("<polyline");
      expect(summary.evaluation?.before.srAll.value).toBe(0);
      expect(summary.evaluation?.after.srAll.value).toBeGreaterThanOrEqual(0.5);
      expect(summary.evaluation?.asked).toBe("as-trained");
      const recite = [script, "recite", base, summary.adapter, join(data, "train.jsonl")];
      const recited = execFileSync(python ?? "", recite, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      expect(Number(recited.trim().split("\n").at(-1))).toBeGreaterThanOrEqual(1);
    },
    1_200_000,
  );
});

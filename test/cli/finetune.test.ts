/** Fine-tuning from the command line: faults before anything starts; with torch, a tiny model that learns by heart. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codergen } from "../helpers/codergen.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

/** A folder with something to train on. */
async function begun(): Promise<string> {
  const folder = await tempFolder();
  writeFileSync(join(folder, "train.jsonl"), "{}\n");
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

  const python = process.env["CODERGEN_TORCH"] || null;
  if (python === null)
    console.warn("skipped: training a tiny model: CODERGEN_TORCH names no Python with torch");
  it.skipIf(python === null)(
    "teaches a tiny model ten samples, and shows it",
    async () => {
      const folder = await tempFolder();
      const { execFileSync } = await import("node:child_process");
      const data = join(folder, "chat");
      mkdirSync(data);
      const samples = ["add", "sub", "mul", "mod", "least", "most", "pair", "same", "both", "either"].map(
        (name) => ({
          messages: [
            { role: "user", content: `Write ${name} of two values.` },
            { role: "assistant", content: `def ${name}(a, b):\n    return ${name.toUpperCase()}[a][b]` },
          ],
        }),
      );
      writeFileSync(join(data, "train.jsonl"), samples.map((sample) => JSON.stringify(sample)).join("\n"));
      const script = join(import.meta.dirname, "../../scripts/tiny-model.py");
      execFileSync(python ?? "", [script, "make", join(data, "train.jsonl"), join(folder, "base")], {
        stdio: "ignore",
      });
      const out = join(folder, "out");
      const { code, stdout, stderr } = await codergen([
        ...[
          "finetune",
          data,
          "--model",
          join(folder, "base"),
          "--out",
          out,
          "--python",
          python ?? "",
          "--json",
        ],
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
      ]);
      expect(code, stderr).toBe(0);
      const { summary } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as {
        summary: { firstLoss: number; lastLoss: number; adapter: string };
      };
      expect(summary.lastLoss).toBeLessThan(summary.firstLoss / 10);
      expect(readFileSync(join(out, "loss.svg"), "utf8")).toContain("<polyline");
      const words = [script, "recite", join(folder, "base"), summary.adapter, join(data, "train.jsonl")];
      const recited = execFileSync(python ?? "", words, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      expect(Number(recited.trim().split("\n").at(-1))).toBeGreaterThanOrEqual(1);
    },
    600_000,
  );
});

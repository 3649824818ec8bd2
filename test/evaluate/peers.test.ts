/**
 * Tasks and samples for other evaluators, loaded and run by the evaluators themselves. Needs CODERGEN_READERS, a virtual
 * environment with `evalplus`, `inspect-ai`, `lm-eval`, `bigcodebench` (`.ci/run` makes one).
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  compareWithEvalPlus,
  type HumanEvalRow,
  referencesAndMutants,
} from "../../scripts/bench/evalplus-agreement.ts";
import { exportPeerSamples, exportPeerTask } from "../../src/index.ts";
import { evaluateAll, tinyProblems, writeRows } from "../helpers/evaluation.ts";
import { sharedPath } from "../helpers/shared.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const readers = process.env["CODERGEN_READERS"];
const python = readers === undefined ? "python3" : join(readers, "bin", "python");

/** Whether a package is installed there; prints the skip where it is not. */
function has(name: string): boolean {
  const look = `import importlib.util, sys; sys.exit(importlib.util.find_spec("${name}") is None)`;
  const found = readers !== undefined && spawnSync(python, ["-c", look], { stdio: "ignore" }).status === 0;
  if (!found) console.warn(`skipped: ${name} (CODERGEN_READERS names no environment that has it)`);
  return found;
}

function said(script: string, ...words: readonly string[]): unknown {
  const env = { ...process.env, HF_HUB_OFFLINE: "1", HF_DATASETS_OFFLINE: "1", INSPECT_LOG_LEVEL: "error" };
  const text = execFileSync(python, ["-c", script, ...words], {
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return JSON.parse(text.trim().split("\n").at(-1) ?? "null");
}

async function tinyFolder() {
  const folder = await tempFolder();
  return { folder, dataset: await writeRows(join(folder, "tiny.jsonl"), tinyProblems) };
}

const LM_EVAL = `
import json, sys
from lm_eval.tasks import TaskManager, get_task_dict
name = "codergen_tiny"
task = get_task_dict([name], TaskManager(include_path=sys.argv[1], include_defaults=False))[name]
docs = list(task.test_docs())
right = [task.process_results(doc, [doc["reference"]]) for doc in docs]
wrong = [task.process_results(doc, ["def " + doc["function_name"] + "(value):\\n    return 'wrong'\\n"]) for doc in docs]
print(json.dumps({"docs": len(docs), "prompt": task.doc_to_text(docs[0]), "right": right, "wrong": wrong}))
`;

describe.skipIf(!has("lm_eval"))("lm-evaluation-harness", () => {
  it("loads the task and scores references 1 and wrong programs 0", { timeout: 120_000 }, async () => {
    const { folder, dataset } = await tinyFolder();
    const made = await exportPeerTask(dataset, "lm-eval", join(folder, "lm"));
    expect(made).toEqual({ name: "codergen_tiny", tasks: 3, leftOut: [] });
    const found = said(LM_EVAL, join(folder, "lm")) as {
      docs: number;
      prompt: string;
      right: object[];
      wrong: object[];
    };
    expect(found.docs).toBe(3);
    expect(found.prompt).toContain("def area(radius):");
    expect(found.right).toEqual(Array.from({ length: 3 }, () => ({ sr_all: 1, sr_any: 1 })));
    expect(found.wrong).toEqual(Array.from({ length: 3 }, () => ({ sr_all: 0, sr_any: 0 })));
  });
});

const INSPECT = `
import json, os, sys
os.chdir(sys.argv[2])
import importlib.util
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
spec = importlib.util.spec_from_file_location("made", sys.argv[1])
made = importlib.util.module_from_spec(spec); spec.loader.exec_module(made)
task = made.codergen_tiny(sandbox="local")
outputs = [ModelOutput.from_content("mockllm", sample.target) for sample in task.dataset]
outputs[1] = ModelOutput.from_content("mockllm", "I do not know.")
for output in outputs:  # otherwise tokens are counted with a table from the network
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
[log] = eval(task, model=get_model("mockllm/model", custom_outputs=outputs), display="none", max_samples=1, log_dir=sys.argv[2])
scores = {score.name: score.metrics["mean"].value for score in log.results.scores}
print(json.dumps({"status": log.status, "scores": scores}))
`;

describe.skipIf(!has("inspect_ai"))("Inspect", () => {
  it("runs the task: two references of three answers", { timeout: 180_000 }, async () => {
    const { folder, dataset } = await tinyFolder();
    await exportPeerTask(dataset, "inspect", join(folder, "inspect"));
    const file = join(folder, "inspect", "codergen_tiny.py");
    const found = said(INSPECT, file, folder) as { status: string; scores: Record<string, number> };
    expect(found.status).toBe("success");
    expect(found.scores["sr_all"]).toBeCloseTo(2 / 3, 6);
    expect(found.scores["sr_any"]).toBeCloseTo(2 / 3, 6);
  });
});

const SAMPLES = `
import json, sys
from importlib import import_module
load = import_module(sys.argv[1]).load_solutions
print(json.dumps([[row["task_id"], row["solution"]] for row in load(sys.argv[2])]))
`;

describe.each(["evalplus.data", "bigcodebench.data"])("samples", (module) => {
  it.skipIf(!has(module.split(".")[0] ?? ""))(`are read by ${module}`, { timeout: 120_000 }, async () => {
    const { folder, dataset } = await tinyFolder();
    const solution = "def longest(words):\n    return max(words, key=len)\n";
    const samples = await writeRows(join(folder, "given.jsonl"), [{ task_id: "Tiny/1", solution }]);
    const out = join(folder, "out");
    await evaluateAll({ dataset, samples, out, stubs: false });
    const to = join(folder, "peer.jsonl");
    expect(await exportPeerSamples(out, "given", to)).toBe(1);
    expect(await exportPeerSamples(out, "given", to)).toBe(1);
    await expect(exportPeerSamples(out, "given", dataset)).rejects.toMatchObject({ code: "run-conflict" });
    expect(said(SAMPLES, module, to)).toEqual([["Tiny/1", solution]]);
  });
});

describe.skipIf(!has("evalplus"))("EvalPlus's evaluator", () => {
  const path = sharedPath("benchmarks", "HumanEval.jsonl");

  it.skipIf(path === null)(
    "agrees on references and mutants, but for HumanEval/32",
    { timeout: 300_000 },
    async () => {
      const rows = readFileSync(path ?? "", "utf8")
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => JSON.parse(line) as HumanEvalRow)
        .filter((_, index) => index % 8 === 0);
      const samples = await referencesAndMutants(rows, 2);
      const folder = await tempFolder();
      const found = await compareWithEvalPlus(rows, samples, { python, folder, workers: 2 });
      // EvalPlus 0.3.1 counts no input of find_zero as done, so that every program for it fails, the reference too
      expect(found.differences.filter(({ task }) => task !== "HumanEval/32")).toEqual([]);
      expect(found.passed.tests).toBeGreaterThanOrEqual(rows.length);
      expect(found.passed.tests).toBeLessThan(samples.length);
    },
  );
});

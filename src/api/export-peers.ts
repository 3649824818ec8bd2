/** What other evaluators read: tasks for lm-evaluation-harness and Inspect, samples for EvalPlus and BigCodeBench. */
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { BenchmarkFormat } from "../contracts/evaluation-task.ts";
import { sampleRecordSchema } from "../contracts/evaluation.ts";
import { ToolkitError } from "../errors.ts";
import { inspectFiles, lmEvalFiles, type PeerFiles } from "../export/peer-tasks.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { readDataset } from "../pipeline/evaluate/read-dataset.ts";

export const peerTaskFormats = ["lm-eval", "inspect"] as const;
export type PeerTaskFormat = (typeof peerTaskFormats)[number];
export const peerSampleFormats = ["evalplus-samples", "bigcodebench-samples"] as const;

export interface PeerTaskOptions {
  /** Format of the dataset; left out: told by its fields. */
  readonly datasetFormat?: BenchmarkFormat | undefined;
  readonly tier?: "any" | "all" | "verified" | undefined;
}

/**
 * Writes a dataset as a task of another harness into a folder.
 * @returns The task's name there, how many tasks it has, and which were left out.
 * @throws ToolkitError `input-not-found`, `input-invalid` for a dataset that cannot be read.
 */
export async function exportPeerTask(
  dataset: string,
  format: PeerTaskFormat,
  to: string,
  options: PeerTaskOptions = {},
): Promise<Omit<PeerFiles, "files">> {
  const { name: source, tasks } = await readDataset(dataset, {
    format: options.datasetFormat,
    tier: options.tier,
  });
  const { files, ...facts } = format === "lm-eval" ? lmEvalFiles(source, tasks) : inspectFiles(source, tasks);
  for (const [path, text] of Object.entries(files)) await writeFileAtomic(join(resolve(to), path), text);
  return facts;
}

/**
 * Writes the programs of an evaluation as samples for EvalPlus or BigCodeBench: `task_id`, `solution`, in the order of the
 * samples. An answer without a program becomes an empty one, so that every evaluator counts it.
 * @param folder What `evaluate` wrote to. @param label One of its models.
 * @returns How many samples were written.
 * @throws ToolkitError `input-not-found` when the label has no finished samples, `run-conflict` when the file is another.
 */
export async function exportPeerSamples(folder: string, label: string, to: string): Promise<number> {
  const path = join(resolve(folder), "models", label, "samples.jsonl");
  if (!existsSync(path)) {
    throw new ToolkitError("input-not-found", `${folder} has no finished samples labelled "${label}"`, {
      hint: "Give a folder that `codergen evaluate` wrote to, and --label with one of its models.",
    });
  }
  const lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
    if (line === "") continue;
    const { taskId, program } = sampleRecordSchema.parse(JSON.parse(line));
    lines.push(JSON.stringify({ task_id: taskId, solution: program ?? "" })); // both read the same fields
  }
  const text = lines.map((line) => `${line}\n`).join("");
  await requireReplaceable(resolve(to), text);
  await writeFileAtomic(resolve(to), text);
  return lines.length;
}

/** Samples that are there already may be written again; any other file is somebody's. */
async function requireReplaceable(path: string, text: string): Promise<void> {
  const there = await readFile(path, "utf8").catch(() => null);
  if (there === null || there === "" || there === text) return;
  throw new ToolkitError("run-conflict", `${path} is there already, with other contents`, {
    hint: "Give another file with --to, or remove that one.",
  });
}

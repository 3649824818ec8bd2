/** Reads what evaluations left: summary, task scores and times of every model in a folder. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { evaluationManifestSchema } from "../contracts/evaluation.ts";
import {
  type EvaluationSummary,
  evaluationSummarySchema,
  type TaskScore,
  taskScoreSchema,
} from "../contracts/score.ts";
import { ToolkitError } from "../errors.ts";

export interface StoredResults {
  readonly datasetHash: string;
  readonly summary: EvaluationSummary;
  readonly tasks: readonly TaskScore[];
  readonly cpuSeconds: number;
  readonly modelSeconds: number;
}

/**
 * The finished models of an evaluation's folder, by name.
 * @throws ToolkitError `input-not-found` when it is no such folder, or nothing in it is finished.
 */
export async function readResults(folder: string): Promise<StoredResults[]> {
  const manifest = evaluationManifestSchema.safeParse(await json(join(folder, "evaluation.json")));
  if (!manifest.success) throw noEvaluation(folder, "is no folder of an evaluation");
  const labels = (await readdir(join(folder, "models")).catch(() => [])).toSorted((a, b) => (a < b ? -1 : 1));
  const times = await readTimes(folder);
  const results: StoredResults[] = [];
  for (const label of labels) {
    const place = join(folder, "models", label);
    const summary = evaluationSummarySchema.safeParse(await json(join(place, "summary.json")));
    if (!summary.success) continue; // not finished yet
    const text = await readFile(join(place, "tasks.jsonl"), "utf8");
    const lines = text.split("\n").filter((line) => line !== "");
    const tasks = lines.map((line) => taskScoreSchema.parse(JSON.parse(line)));
    const time = times.get(label) ?? { cpuSeconds: 0, modelSeconds: 0 };
    results.push({ datasetHash: manifest.data.dataset.hash, summary: summary.data, tasks, ...time });
  }
  if (results.length === 0) throw noEvaluation(folder, "has no finished model");
  return results;
}

/** Seconds by label; a last line that a kill cut off is left out. */
async function readTimes(folder: string): Promise<Map<string, { cpuSeconds: number; modelSeconds: number }>> {
  const times = new Map<string, { cpuSeconds: number; modelSeconds: number }>();
  const text = await readFile(join(folder, "logs", "times.jsonl"), "utf8").catch(() => "");
  for (const line of text.split("\n").slice(0, -1)) {
    const { label, cpuSeconds = 0, modelSeconds = 0 } = parsed(line);
    if (label === undefined) continue;
    const sum = times.get(label) ?? { cpuSeconds: 0, modelSeconds: 0 };
    sum.cpuSeconds += cpuSeconds;
    sum.modelSeconds += modelSeconds;
    times.set(label, sum);
  }
  return times;
}

function parsed(line: string): { label?: string; cpuSeconds?: number; modelSeconds?: number } {
  try {
    return JSON.parse(line) as { label?: string };
  } catch {
    return {};
  }
}

async function json(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as unknown;
  } catch {
    return null;
  }
}

function noEvaluation(folder: string, what: string): ToolkitError {
  return new ToolkitError("input-not-found", `${folder} ${what}`, {
    hint: "Give folders that `codergen evaluate --out <dir>` made.",
  });
}

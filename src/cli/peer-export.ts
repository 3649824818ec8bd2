/** `codergen export` for other evaluators: their formats stand alone, since each goes to a place of its own. */
import type { PeerTaskFormat } from "../index.ts";
import type { Flags } from "./flags.ts";
import { printJson, printLog, printResult } from "./output.ts";

const SAMPLES: readonly string[] = ["evalplus-samples", "bigcodebench-samples"];
export const PEER_FORMATS = ["lm-eval", "inspect", ...SAMPLES];

/** Writes a task folder, or a file of samples; the exit code. */
export async function runPeerExport(run: string, flags: Flags): Promise<number> {
  const { to, label, format: formats = [] } = flags as { to?: string; label?: string; format?: string[] };
  const format = formats.find((name) => PEER_FORMATS.includes(name)) ?? "";
  const isSamples = SAMPLES.includes(format);
  if (formats.length > 1 || to === undefined || (isSamples && label === undefined)) {
    const needs = isSamples ? "--label and --to with a file" : "--to with a folder";
    printLog(`error (usage): --format ${format} stands alone and needs ${needs}`);
    return 2;
  }
  return isSamples
    ? await exportSamples(run, label ?? "", to, flags)
    : await exportTask(run, format as PeerTaskFormat, to, flags);
}

async function exportTask(run: string, format: PeerTaskFormat, to: string, flags: Flags): Promise<number> {
  const { exportPeerTask } = await import("../index.ts");
  const tier = flags["tier"] as "any" | "all" | "verified" | undefined;
  const facts = await exportPeerTask(run, format, to, { tier });
  if (flags["json"] === true) printJson({ type: "run-finished", format, to, ...facts });
  else printResult(`${facts.name}: ${facts.tasks} tasks, ${facts.leftOut.length} left out; in ${to}`);
  return 0;
}

async function exportSamples(run: string, label: string, to: string, flags: Flags): Promise<number> {
  const { exportPeerSamples } = await import("../index.ts");
  const samples = await exportPeerSamples(run, label, to);
  if (flags["json"] === true) printJson({ type: "run-finished", to, samples });
  else printResult(`${samples} samples in ${to}`);
  return 0;
}

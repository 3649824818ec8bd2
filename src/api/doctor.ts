/** `codergen doctor`: what this machine has, what is missing, and what to do about it. */
import { accessSync, constants } from "node:fs";
import { statfs } from "node:fs/promises";

import type { Check } from "../contracts/check.ts";
import { describeError } from "../errors.ts";
import { commandVersion } from "../io/command-version.ts";
import { defaultCacheDir, readEnvironment } from "../io/env.ts";
import { listEnvironments } from "./environments.ts";
import { createToolkit, probeEngine, probeIsolation } from "../registry.ts";
import { makeFolder } from "../io/make-folder.ts";

const LEAST_FREE_GB = 5;

export interface DoctorOptions {
  readonly python?: string;
  readonly cacheDir?: string;
}

/** Checks, one after another, in order of importance. */
export async function* doctor(options: DoctorOptions = {}): AsyncGenerator<Check> {
  const environment = readEnvironment();
  const cacheDir = options.cacheDir ?? environment.cacheDir ?? defaultCacheDir();
  yield nodeCheck(process.versions.node);
  yield await pythonCheck(options.python ?? environment.python ?? "python3", cacheDir);
  yield* isolationChecks();
  yield* probeEngine();
  yield await installerCheck();
  yield await cacheCheck(cacheDir);
  yield await quotaCheck(cacheDir);
  yield await gpuCheck();
  yield {
    name: "hub token",
    state: environment.hubToken === null ? "warning" : "ok",
    detail: environment.hubToken === null ? "HF_TOKEN is not set" : "HF_TOKEN is set",
    advice:
      environment.hubToken === null
        ? "Only needed for gated or private repositories and higher rate limits."
        : null,
  };
}

function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  const advice = fits ? null : "Install Node 20.19 or newer.";
  return { name: "node", state: fits ? "ok" : "problem", detail: version, advice };
}

async function pythonCheck(python: string, cacheDir: string): Promise<Check> {
  const toolkit = createToolkit({ sandbox: "auto", workers: 1, python, cacheDir });
  try {
    const { environment, python: path } = await (await toolkit.environments()).resolve([]);
    return { name: "python", state: "ok", detail: `${environment.pythonVersion} (${path})`, advice: null };
  } catch (error) {
    const advice = "Install Python 3.10 or newer, or name one with --python.";
    return { name: "python", state: "problem", detail: describeError(error), advice };
  } finally {
    await toolkit.close();
  }
}

async function* isolationChecks(): AsyncGenerator<Check> {
  const probes = await probeIsolation();
  const strongest = probes.find(({ available, isolated }) => available && isolated);
  for (const { name, isolated, available, reason } of probes) {
    if (!isolated) continue;
    const detail = available
      ? name === strongest?.name
        ? "works; used by default"
        : "works"
      : (reason ?? "");
    yield { name, state: available ? "ok" : "warning", detail, advice: null };
  }
  if (strongest !== undefined) return;
  yield {
    name: "isolation",
    state: "problem",
    detail: "no isolation backend works here",
    advice:
      "Install bubblewrap (Debian: apt-get install bubblewrap), or accept the risk with --sandbox none.",
  };
}

async function installerCheck(): Promise<Check> {
  const uv = await commandVersion("uv");
  if (uv !== null) return { name: "installer", state: "ok", detail: uv, advice: null };
  const pip = await commandVersion("python3", ["-m", "pip", "--version"]);
  return pip === null
    ? {
        name: "installer",
        state: "warning",
        detail: "neither uv nor pip",
        advice: "Only the standard library can be used. Install uv: pip install uv.",
      }
    : { name: "installer", state: "ok", detail: `${pip}; uv would be faster`, advice: "pip install uv" };
}

async function cacheCheck(cacheDir: string): Promise<Check> {
  try {
    await makeFolder(cacheDir);
    accessSync(cacheDir, constants.W_OK);
    return { name: "cache", state: "ok", detail: cacheDir, advice: null };
  } catch (error) {
    const advice = "Choose another folder with --cache-dir or CODERGEN_CACHE_DIR.";
    return { name: "cache", state: "problem", detail: describeError(error), advice };
  }
}

async function quotaCheck(cacheDir: string): Promise<Check> {
  try {
    const found = await listEnvironments({ sandbox: "none", cacheDir });
    const gigabytes = found.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9;
    const { bavail, bsize } = await statfs(cacheDir);
    const free = (bavail * bsize) / 1e9;
    const detail = `${found.length} in ${gigabytes.toFixed(1)} GB, ${free.toFixed(0)} GB free`;
    const scarce = free < LEAST_FREE_GB;
    const advice = scarce ? "Make room: codergen env prune --unused-days 30." : null;
    return { name: "environments", state: scarce ? "warning" : "ok", detail, advice };
  } catch (error) {
    return { name: "environments", state: "warning", detail: describeError(error), advice: null };
  }
}

async function gpuCheck(): Promise<Check> {
  const gpus = await commandVersion("nvidia-smi", ["--query-gpu=name", "--format=csv,noheader"]);
  return gpus === null
    ? { name: "gpu", state: "warning", detail: "no NVIDIA GPU found", advice: "Tasks run on the CPU." }
    : { name: "gpu", state: "ok", detail: gpus, advice: null };
}

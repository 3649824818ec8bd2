/** The toolkit's own scripts in a container: as the user who started the toolkit, with the folders they need and no more. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ToolkitError } from "../src/errors.ts";
import {
  type RunningScript,
  scriptFolder,
  type ScriptFiles,
  type ScriptPlace,
} from "../src/io/script-place.ts";
import type { DockerBackend } from "./docker.ts";
import { ContainerProcess } from "./docker/container-process.ts";
import { type Engine, reasonOf } from "./docker/engine.ts";

const SCRATCH_BYTES = 4 * 1024 ** 3;
const PROCESSES = 4_096;

export interface ContainerPlaceOptions {
  readonly docker: DockerBackend;
  readonly image: string;
  /** Path in the image. */
  readonly python: string;
  /** "all", or ids; empty for none. */
  readonly gpus: readonly string[];
  readonly network: boolean;
  /** Where downloaded models are kept; used with the network only. */
  readonly hubCache: string;
  /** Variables inside, such as the Hub's token. */
  readonly variables: Readonly<Record<string, string>>;
  /** Folder of the scripts, when it is another than the toolkit's. */
  readonly scripts?: string;
}

/**
 * Containers of `image`, one a script.
 * @throws ToolkitError `prerequisite-missing` when the engine cannot give the GPUs.
 */
export async function containerPlace(options: ContainerPlaceOptions): Promise<ScriptPlace> {
  const { docker, gpus } = options;
  const { engine } = await docker.prepare();
  const against = gpus.length === 0 ? null : await docker.reasonAgainstGpus(gpus);
  if (against !== null)
    throw new ToolkitError("prerequisite-missing", `no container with GPUs: ${against}`, {
      hint: "Without --gpus it runs on the CPU; `codergen doctor` says what is missing.",
    });
  return {
    sharesLoopback: false,
    run: (script, words, files) => start(engine, options, { script, words, files }),
  };
}

interface Wanted {
  readonly script: string;
  readonly words: readonly string[];
  readonly files: ScriptFiles;
}

async function start(
  engine: Engine,
  { image, python, gpus, network, hubCache, variables, scripts = scriptFolder() }: ContainerPlaceOptions,
  { script, words, files }: Wanted,
): Promise<RunningScript> {
  const cache = network ? [hubCache] : [];
  try {
    const process = await ContainerProcess.start(engine, {
      role: "training",
      image,
      command: [python, join(scripts, script), ...words],
      variables: { ...fixedVariables(python), ...(network ? { ...variables, HF_HOME: hubCache } : OFFLINE) },
      scratchBytes: SCRATCH_BYTES,
      network,
      readablePaths: [scripts, ...files.readable].filter((path) => existsSync(path)),
      writablePaths: [...files.writable, ...cache],
      processes: PROCESSES,
      gpus,
      user: ownUser(engine),
      unlimited: true,
    });
    const removed = process.ended.then(({ exitCode }) => exitCode);
    return {
      output: process.output,
      errors: process.errors,
      ended: removed,
      end: () => void process.input.end(),
      kill: () => process.remove(),
    };
  } catch (cause) {
    throw new ToolkitError("prerequisite-missing", `the container did not start: ${reasonOf(cause)}`, {
      hint: "Run `codergen doctor` to see what is missing.",
      cause,
    });
  }
}

/** What is written belongs to whoever started the toolkit; the root of a rootless engine is that user. */
function ownUser({ report }: Engine): string {
  if (report.rootless) return "0:0";
  return `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
}

const OFFLINE = {
  HF_HUB_OFFLINE: "1",
  HF_DATASETS_OFFLINE: "1",
  TRANSFORMERS_OFFLINE: "1",
  HF_HOME: "/tmp/huggingface",
};

function fixedVariables(python: string): Record<string, string> {
  return {
    PATH: `${dirname(python)}:/usr/local/nvidia/bin:/usr/local/cuda/bin:/usr/local/bin:/usr/bin:/bin`,
    HOME: "/tmp",
    LANG: "C.UTF-8",
    PYTHONUTF8: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    TOKENIZERS_PARALLELISM: "false",
  };
}

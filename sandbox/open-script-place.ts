/** Decides where the toolkit's own scripts run: with a Python of the user's or an environment made for them, here or in containers. */
import { join } from "node:path";
import type { Config } from "../src/contracts/config.ts";
import type { EnvironmentManager } from "../src/contracts/environment.ts";
import { ToolkitError } from "../src/errors.ts";
import { readEnvironment } from "../src/io/env.ts";
import { hostPlace, type ScriptPlace } from "../src/io/script-place.ts";
import { containerPlace } from "./container-place.ts";
import type { DockerBackend } from "./docker.ts";

export interface ScriptPlaceRequest {
  /** A Python that has everything, with the docker backend one in its base image; null: an environment is made. */
  readonly python: string | null;
  /** What the environment is made of. */
  readonly requirements: readonly string[];
  /** "all", "none" or ids; null: on this machine all, in a container none. */
  readonly gpus: string | null;
}

export interface ScriptPlaceTools {
  readonly settings: Pick<Config, "sandbox"> & Partial<Pick<Config, "network">>;
  readonly docker: DockerBackend;
  readonly cacheDir: string;
  /** Virtual environments of this machine, or images where the backend is docker. */
  readonly environments: () => Promise<EnvironmentManager>;
}

/** @throws ToolkitError `install-failed`, `prerequisite-missing`, `sandbox-unavailable`. */
export async function openScriptPlace(
  { settings, docker, cacheDir, environments }: ScriptPlaceTools,
  request: ScriptPlaceRequest,
  signal: AbortSignal,
): Promise<ScriptPlace> {
  const { gpus } = request;
  const inContainer = settings.sandbox === "docker";
  const { python, image } = await pythonOf(request, environments, signal);
  if (!inContainer) return hostPlace(python, gpus);
  const { hubToken } = readEnvironment();
  return containerPlace({
    docker,
    image: image ?? (await (await docker.prepare()).base()).runImage,
    python,
    gpus: gpus === null || gpus === "none" ? [] : gpus.split(","),
    network: settings.network === "run",
    hubCache: join(cacheDir, "hub"),
    variables: hubToken === null ? {} : { HF_TOKEN: hubToken },
  });
}

async function pythonOf(
  { python, requirements }: ScriptPlaceRequest,
  environments: () => Promise<EnvironmentManager>,
  signal: AbortSignal,
): Promise<{ readonly python: string; readonly image: string | null }> {
  if (python !== null) return { python, image: null };
  const made = await (await environments()).resolve(requirements, signal);
  if (made.environment.state === "ready") return { python: made.python, image: made.image ?? null };
  throw new ToolkitError("install-failed", `no environment with torch: ${made.environment.reason ?? ""}`, {
    hint: `Give a Python that has ${requirements.join(", ")}: --python PATH. An index with builds for this machine is named with --extra-index.`,
  });
}

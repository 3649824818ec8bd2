/** Chooses the isolation backend: the strongest present, or the one that was asked for. */
import { ToolkitError } from "../src/errors.ts";
import type { Backend } from "./backend.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { createDockerBackend, type DockerBackend } from "./docker.ts";
import type { Images } from "./docker/images.ts";
import { namespace } from "./namespace.ts";
import { none } from "./none.ts";

export type BackendName = Backend["name"];
export type BackendChoice = BackendName | "auto";

/** The docker backend with its defaults: base image and engine as the environment names them. */
const docker: DockerBackend = createDockerBackend();

/**
 * All backends in the order of "auto": what isolates as well and starts faster comes first. `none` is never
 * chosen by itself.
 */
export const backends: readonly Backend[] = [bubblewrap, namespace, docker, none];

/** One line of `doctor`: a backend and whether it works here. */
export interface BackendReport {
  readonly name: BackendName;
  readonly isolated: boolean;
  readonly available: boolean;
  readonly reason: string | null;
}

/** Probes every backend, the strongest first. */
export async function probeBackends(): Promise<BackendReport[]> {
  const reports: BackendReport[] = [];
  for (const backend of backends) {
    const { name, isolated } = backend;
    const found = await backend.probe();
    reports.push({
      name,
      isolated,
      available: found.available,
      reason: found.available ? null : found.reason,
    });
  }
  return reports;
}

/**
 * The backend called `choice`, or with "auto" the strongest that isolates here.
 * @param own The docker backend to choose instead of the one with defaults.
 * @throws ToolkitError `sandbox-unavailable` with each backend's reason.
 */
export async function chooseBackend(choice: BackendChoice, own: DockerBackend = docker): Promise<Backend> {
  const candidates = backends.filter(({ name, isolated }) =>
    choice === "auto" ? isolated : name === choice,
  );
  const reasons: string[] = [];
  for (const candidate of candidates) {
    const backend = candidate === docker ? own : candidate;
    const reason = await reasonAgainst(backend, choice);
    if (reason === null) return backend;
    reasons.push(`${backend.name}: ${reason}`);
  }
  throw new ToolkitError("sandbox-unavailable", `No sandbox to run programs in. ${reasons.join("; ")}.`, {
    hint: "Install bubblewrap, or allow user namespaces; to run without any isolation, say so: --sandbox none.",
  });
}

/** Asked for by name, docker may pull its base; by itself it is chosen only where that is here. */
async function reasonAgainst(backend: Backend, choice: BackendChoice): Promise<string | null> {
  if (isDocker(backend) && choice === "docker") await backend.prepare();
  const found = await backend.probe();
  return found.available ? null : found.reason;
}

/** The images to install into when `choice` comes out as docker; undefined when it does not. */
export async function imagesFor(choice: BackendChoice, own: DockerBackend): Promise<Images | undefined> {
  if (choice !== "docker" && choice !== "auto") return undefined;
  if (choice === "docker") return own.prepare();
  const chosen = await chooseBackend(choice, own).catch(() => null); // whoever needs a sandbox is told
  return chosen !== null && isDocker(chosen) ? chosen.prepare() : undefined;
}

/** Tells the backend that has images. */
export function isDocker(backend: Backend): backend is DockerBackend {
  return backend.name === "docker";
}

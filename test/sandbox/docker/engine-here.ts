/** The container engine that tests use, when there is one with a base image; they print a skip otherwise. */
import { createDockerBackend, type DockerBackend } from "../../../sandbox/docker.ts";
import type { Images } from "../../../sandbox/docker/images.ts";

export interface EngineHere {
  readonly backend: DockerBackend;
  readonly images: Images;
}

/** Null, with a printed line, where containers cannot be run. */
export async function engineHere(what: string): Promise<EngineHere | null> {
  const backend = createDockerBackend();
  const probed = await backend.probe();
  if (probed.available) return { backend, images: await backend.prepare() };
  console.warn(`skipped: ${what}: ${probed.reason}`);
  return null;
}

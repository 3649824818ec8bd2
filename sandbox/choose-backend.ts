/** Chooses the isolation backend: the strongest present, or the one that was asked for. */
import { ToolkitError } from "../src/errors.ts";
import type { Backend } from "./backend.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { namespace } from "./namespace.ts";
import { none } from "./none.ts";

export type BackendName = Backend["name"];
export type BackendChoice = BackendName | "auto";

/** All backends, the strongest first; `none` is never chosen by itself. */
export const backends: readonly Backend[] = [bubblewrap, namespace, none];

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
 * @throws ToolkitError `sandbox-unavailable` with each backend's reason.
 */
export async function chooseBackend(choice: BackendChoice): Promise<Backend> {
  const candidates = backends.filter(({ name, isolated }) =>
    choice === "auto" ? isolated : name === choice,
  );
  const reasons: string[] = [];
  for (const backend of candidates) {
    const found = await backend.probe();
    if (found.available) return backend;
    reasons.push(`${backend.name}: ${found.reason}`);
  }
  throw new ToolkitError("sandbox-unavailable", `No sandbox to run programs in. ${reasons.join("; ")}.`, {
    hint: "Install bubblewrap, or allow user namespaces; to run without any isolation, say so: --sandbox none.",
  });
}

/** How many processes a sandbox of this process has: its descendants, and what runs in containers it owns. */
import { readdirSync, readlinkSync } from "node:fs";
import type { Backend } from "../../sandbox/backend.ts";
import { isDocker } from "../../sandbox/choose-backend.ts";
import { descendantProcesses } from "../../sandbox/conformance/descendants.ts";
import { OWNER_LABEL } from "../../sandbox/docker/labels.ts";

export async function livingProcesses(backend: Backend): Promise<number> {
  const own = descendantProcesses(process.pid).length;
  if (!isDocker(backend)) return own;
  const { docker } = (await backend.prepare()).engine;
  const filters = { label: [`${OWNER_LABEL}=${process.pid}`] };
  const inside = await Promise.all(
    (await docker.listContainers({ filters })).map(async ({ Id }) => {
      const { State } = await docker.getContainer(Id).inspect();
      return processesBeside(State.Pid);
    }),
  );
  return inside.reduce((sum, count) => sum + count, own);
}

/** Processes in the process namespace of `pid`; an engine's own answer (`top`) is empty on some. */
function processesBeside(pid: number): number {
  const namespace = namespaceOf(String(pid));
  if (namespace === null) return 0;
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && namespaceOf(name) === namespace).length;
}

function namespaceOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null; // it has ended meanwhile
  }
}

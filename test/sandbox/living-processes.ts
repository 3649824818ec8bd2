/** How many processes a sandbox of this process has: its descendants, and what runs in containers it owns. */
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
      const { Processes } = (await docker.getContainer(Id).top()) as { Processes: unknown[] };
      return Processes.length;
    }),
  );
  return inside.reduce((sum, count) => sum + count, own);
}

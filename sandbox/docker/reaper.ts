/** Removes containers of toolkits that are gone: after `kill -9`, a power cut, a lost engine. */
import type { Engine } from "./engine.ts";
import { isLeftover, OWNER_LABEL } from "./labels.ts";

export interface LeftoverContainer {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

/** Containers whose toolkit is gone, running or not. */
export async function leftoverContainers(engine: Engine): Promise<LeftoverContainer[]> {
  const all = await engine.docker.listContainers({ all: true, filters: { label: [OWNER_LABEL] } });
  return all
    .filter(({ Labels }) => isLeftover(Labels))
    .map(({ Id, Names, State }) => ({ id: Id, name: Names[0]?.slice(1) ?? Id, state: State }));
}

/** Removes them; how many there were. */
export async function reapContainers(engine: Engine): Promise<number> {
  const found = await leftoverContainers(engine);
  await Promise.all(found.map(({ id }) => engine.removeContainer(id)));
  return found.length;
}

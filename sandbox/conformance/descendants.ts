/** The processes that descend from one, as `/proc` tells. */
import { readdirSync, readFileSync } from "node:fs";

interface Entry {
  readonly pid: number;
  readonly parent: number;
}

function entries(): Entry[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [state = "", parent = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return state === "Z" || state === "X" ? [] : [{ pid: Number(name), parent: Number(parent) }];
    } catch {
      return [];
    }
  });
}

/** Process ids of all living descendants of `ancestor`, dead but unreaped ones left out. */
export function descendantProcesses(ancestor: number): number[] {
  const all = entries();
  const found: number[] = [];
  let generation = [ancestor];
  while (generation.length > 0) {
    const parents = new Set(generation);
    generation = all.filter(({ parent }) => parents.has(parent)).map(({ pid }) => pid);
    found.push(...generation);
  }
  return found;
}

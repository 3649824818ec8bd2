/**
 * Puts requirement sets together that ask for nothing contradictory, so that few environments serve many
 * tasks. Only names and their written versions are compared here: whether the union can be had is the
 * resolver's to say. The same sets give the same groups, in whatever order they come.
 */
import { canonicalName } from "../src/python/distributions.ts";

type RequirementSet = readonly string[];

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?/;

interface Group {
  readonly sets: RequirementSet[];
  /** Distribution to what is written behind its name; "" for any version. */
  readonly versions: Map<string, string>;
}

function versionsOf(set: RequirementSet): Map<string, string> {
  const versions = new Map<string, string>();
  for (const requirement of set) {
    const name = NAME.exec(requirement)?.[0] ?? requirement;
    versions.set(canonicalName(name), `${versions.get(name) ?? ""}${requirement.slice(name.length)}`);
  }
  return versions;
}

function fits(versions: ReadonlyMap<string, string>, group: Group): boolean {
  return [...versions].every(([name, version]) => {
    const there = group.versions.get(name);
    return there === undefined || there === "" || version === "" || there === version;
  });
}

function add(set: RequirementSet, versions: ReadonlyMap<string, string>, group: Group): void {
  group.sets.push(set);
  for (const [name, version] of versions) {
    if ((group.versions.get(name) ?? "") === "") group.versions.set(name, version);
  }
}

/** Groups of different, non-empty sets. Sets with the most requirements are placed first. */
export function mergeRequirements(sets: readonly RequirementSet[]): RequirementSet[][] {
  const different = new Map(sets.filter((set) => set.length > 0).map((set) => [set.join("\n"), set]));
  const ordered = [...different]
    .sort(([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1))
    .map(([, set]) => set);
  const groups: Group[] = [];
  for (const set of ordered) {
    const versions = versionsOf(set);
    let group = groups.find((candidate) => fits(versions, candidate));
    if (group === undefined) groups.push((group = { sets: [], versions: new Map() }));
    add(set, versions, group);
  }
  return groups.map((group) => group.sets);
}

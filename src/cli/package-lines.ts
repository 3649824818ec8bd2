/** Packages whose versions moved, for a person. */
import type { DatasetDiff } from "../index.ts";

const SHOWN = 12;

export function packageLines(packages: DatasetDiff["packages"]): string[] {
  const lines = packages
    .slice(0, SHOWN)
    .map(
      ({ name, before, after, tasks }) => `${name} ${before ?? "none"} → ${after ?? "none"}: ${tasks} tasks`,
    );
  return packages.length > SHOWN ? [...lines, `and ${packages.length - SHOWN} more packages`] : lines;
}

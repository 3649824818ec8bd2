/** Folders on the host that belong to a running toolkit; those of a killed one are removed at the next start. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "codergen-sandbox-";
let reaped = false;

function reapStale(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const owner = Number(name.slice(PREFIX.length).split("-")[0]);
    if (!existsSync(`/proc/${owner}`)) removeHostScratch(join(parent, name));
  }
}

/** A new empty folder, named after this process. */
export function makeHostScratch(): string {
  const parent = tmpdir();
  if (!reaped) {
    reaped = true;
    reapStale(parent);
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/** Remove such a folder, whatever is in it. */
export function removeHostScratch(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // belongs to another user's toolkit, or is still in use: left for the next start
  }
}

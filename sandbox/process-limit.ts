/**
 * A limit on processes by the kernel's `pids` controller, where this user may make control groups
 * (version 1 or 2). Elsewhere `RLIMIT_NPROC` and the harness's own count have to do.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const VERSION_1 = "/sys/fs/cgroup/pids";
const VERSION_2 = "/sys/fs/cgroup";
const PREFIX = "codergen-";
const ENTER = 'echo $$ > "$0"/cgroup.procs && exec "$@"';
/** Processes of the harness and of the backend's own, not of the program. */
const OVERHEAD = 24;
const REMOVE_ATTEMPTS = 50;
const REMOVE_PAUSE_MS = 20;

let counter = 0;
let parentFolder: string | null | undefined;

function findParent(): string | null {
  const found = existsSync(VERSION_1) ? VERSION_1 : VERSION_2;
  try {
    accessSync(found, constants.W_OK);
    if (found === VERSION_2) {
      const controllers = readFileSync(join(found, "cgroup.subtree_control"), "utf8");
      if (!controllers.split(/\s+/).includes("pids")) return null;
    }
    removeStale(found);
    return found;
  } catch {
    return null;
  }
}

/** Groups whose toolkit process is gone. */
function removeStale(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split("-")[0]) : Number.NaN;
    if (Number.isNaN(owner) || existsSync(`/proc/${owner}`)) continue;
    try {
      rmdirSync(join(parent, name));
    } catch {
      // still has a process that is ending: the next start removes it
    }
  }
}

export class ProcessLimit {
  readonly #folder: string | null;
  #current = 0;

  constructor() {
    parentFolder ??= findParent();
    counter += 1;
    this.#folder = parentFolder === null ? null : join(parentFolder, `${PREFIX}${process.pid}-${counter}`);
    if (this.#folder !== null) mkdirSync(this.#folder);
  }

  /** `command`, started inside the group. */
  wrap(command: readonly [string, ...string[]]): [string, ...string[]] {
    return this.#folder === null ? [...command] : ["/bin/sh", "-c", ENTER, this.#folder, ...command];
  }

  /** Allow `processes` of the program's own. */
  set(processes: number): void {
    if (this.#folder === null || processes === this.#current) return;
    writeFileSync(join(this.#folder, "pids.max"), String(processes + OVERHEAD));
    this.#current = processes;
  }

  /** Remove the group once its processes are gone. */
  async remove(): Promise<void> {
    if (this.#folder === null) return;
    for (let attempt = 0; attempt < REMOVE_ATTEMPTS; attempt += 1) {
      try {
        rmdirSync(this.#folder);
        return;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
        await new Promise((resolve) => setTimeout(resolve, REMOVE_PAUSE_MS));
      }
    }
  }
}

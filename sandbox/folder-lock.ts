/** A lock between processes: a file that names its owner, taken over when the owner is gone. */
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { startTime } from "./process-identity.ts";
import { interrupted } from "./slots.ts";
import { makeFolder } from "../src/io/make-folder.ts";

const POLL_MS = 100;
/** A lock file without a readable owner is one that is being written, unless it is this old. */
const UNREADABLE_MS = 5_000;

async function isStale(path: string): Promise<boolean> {
  try {
    const [pid = "", started = ""] = (await readFile(path, "utf8")).split(" ");
    if (started === "") return Date.now() - (await stat(path)).mtimeMs > UNREADABLE_MS;
    return startTime(Number(pid)) !== started;
  } catch {
    return false;
  }
}

async function tryTake(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid} ${startTime(process.pid)}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Runs `work` while holding the lock at `path`; waits for another holder as long as it lives.
 * @throws ToolkitError `interrupted` when `signal` fires while waiting.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await makeFolder(dirname(path));
  while (!(await tryTake(path))) {
    if (signal?.aborted === true) throw interrupted();
    if (await isStale(path)) await rm(path, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

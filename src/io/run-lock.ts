/** One process at a time works on a run folder. A lock left by a killed process is taken over. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ToolkitError } from "../errors.ts";
import { cannotWrite, makeFolder } from "./make-folder.ts";

export interface RunLock {
  release(): Promise<void>;
}

/**
 * Takes `<folder>/.lock`.
 * @throws ToolkitError `run-conflict` when a living process holds it.
 */
export async function acquireRunLock(folder: string): Promise<RunLock> {
  await makeFolder(folder);
  const path = join(folder, ".lock");
  const mine = JSON.stringify({ pid: process.pid, started: await processStart(process.pid) });
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(path, mine, { flag: "wx" });
      return { release: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw cannotWrite(folder, error);
    }
    const holder = await readHolder(path);
    if (holder !== null && (await processStart(holder.pid)) === holder.started) {
      throw new ToolkitError("run-conflict", `another process (${holder.pid}) is working on ${folder}`, {
        hint: "Wait for it, stop it, or choose another folder with --out.",
        retryable: true,
      });
    }
    await rm(path, { force: true });
  }
  throw new ToolkitError("run-conflict", `could not lock ${folder}: another process keeps taking it`, {
    hint: "Try again, or choose another folder with --out.",
    retryable: true,
  });
}

async function readHolder(path: string): Promise<{ pid: number; started: string | null } | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as { pid: number; started: string | null };
  } catch {
    return null; // released in between, or written half by a killed process
  }
}

/** Start time of a process as the kernel counts it; null when there is no such process. */
async function processStart(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    try {
      process.kill(pid, 0);
      return "alive"; // no /proc on this system: the id alone has to do
    } catch {
      return null;
    }
  }
}

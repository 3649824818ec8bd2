/** `kill -9` of the toolkit: within a second no process is left, and the next start removes its folders. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backends, isDocker } from "../../sandbox/choose-backend.ts";
import type { DockerBackend } from "../../sandbox/docker.ts";
import { descendantProcesses } from "../../sandbox/conformance/descendants.ts";
import { packageRoot } from "../../src/io/package-root.ts";

const GONE_WITHIN_MS = 1_000;
/** An engine takes its time to remove what has ended. */
const REMOVED_WITHIN_MS = 5_000;
const bundle = join(packageRoot(), "dist/test/killed-toolkit.fixture.mjs");
let cacheDir: string;

beforeAll(async () => {
  cacheDir = mkdtempSync(join(tmpdir(), "codergen-test-"));
  await build({
    input: join(packageRoot(), "test/sandbox/killed-toolkit.fixture.ts"),
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    logLevel: "warn",
    output: { file: bundle, format: "esm" },
  });
});
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

function start(backend: string): ChildProcess {
  return spawn(process.execPath, [bundle, backend, cacheDir], { stdio: ["ignore", "pipe", "inherit"] });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function isSleeper(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("86399");
  } catch {
    return false;
  }
}

/** Those of a container are children of the engine, not of the toolkit. */
const everyProcess = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** All processes of the toolkit once the job's two sleepers run. */
async function processesAtWork(backend: string, pid: number): Promise<number[]> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const all = backend === "docker" ? everyProcess().filter(isSleeper) : descendantProcesses(pid);
    if (all.filter(isSleeper).length >= 2) return all;
    await pause(20);
  }
  throw new Error("the job did not start");
}

const isRunning = (pid: number) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/\) [ZX]/.test(stat);
  } catch {
    return false;
  }
};

function foldersOf(pid: number): string[] {
  const groups = "/sys/fs/cgroup/pids";
  const parents = [tmpdir(), ...(existsSync(groups) ? [groups] : [])];
  return parents.flatMap((parent) =>
    readdirSync(parent).filter((name) => new RegExp(`^codergen-(sandbox-)?${pid}-`).test(name)),
  );
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** The end of the connection ends the harness, and the engine removes its container. */
async function expectNoContainers(backend: DockerBackend, pids: readonly number[]): Promise<void> {
  const { engine } = await backend.prepare();
  const filters = (pid: number) => ({ label: [`codergen.owner=${pid}`] });
  const deadline = performance.now() + REMOVED_WITHIN_MS;
  for (const pid of pids) {
    let left = await engine.docker.listContainers({ all: true, filters: filters(pid) });
    while (left.length > 0 && performance.now() < deadline) {
      await pause(50);
      left = await engine.docker.listContainers({ all: true, filters: filters(pid) });
    }
    expect(left).toEqual([]);
  }
}

for (const backend of backends) {
  const probed = await backend.probe();
  if (!probed.available) console.warn(`skipped: killed toolkit with ${backend.name}: ${probed.reason}`);
  describe.skipIf(!probed.available)(`backend ${backend.name}`, () => {
    it("leaves no process, and the next start leaves no folder", async () => {
      const child = start(backend.name);
      const pid = child.pid ?? 0;
      const processes = await processesAtWork(backend.name, pid);
      await kill(child);
      const deadline = performance.now() + GONE_WITHIN_MS;
      while (processes.some(isRunning) && performance.now() < deadline) await pause(10);
      expect(processes.filter(isRunning)).toEqual([]);
      const next = start(backend.name);
      await processesAtWork(backend.name, next.pid ?? 0);
      await kill(next);
      expect(foldersOf(pid)).toEqual([]);
      if (isDocker(backend)) await expectNoContainers(backend, [pid, next.pid ?? 0]);
    });
  });
}

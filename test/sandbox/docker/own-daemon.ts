/** A Docker engine of a test's own, which it may stop and start; needs root, dockerd and an image to copy. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import Docker from "dockerode";
import { findProgram } from "../../../sandbox/find-program.ts";
import type { Images } from "../../../sandbox/docker/images.ts";

const UP_MS = 30_000;
const DOWN_MS = 20_000;
/** Network of its own is not needed, and must not touch the machine's. */
const FLAGS = ["--iptables=false", "--ip6tables=false", "--bridge=none"];

/** Why a daemon cannot be started here; null when it can be tried. */
export function reasonAgainstOwnDaemon(): string | null {
  if (process.getuid?.() !== 0) return "a Docker daemon of the test's own needs root";
  return findProgram("dockerd") === null ? "dockerd is not installed" : null;
}

export class OwnDaemon {
  readonly folder = mkdtempSync(join(tmpdir(), "codergen-test-dockerd-"));
  readonly address = `unix://${this.folder}/docker.sock`;
  #process: ChildProcess | undefined;

  async start(): Promise<void> {
    const { folder } = this;
    rmSync(`${folder}/exec/containerd/containerd.pid`, { force: true }); // of one that was killed
    const places = [
      "--data-root",
      `${folder}/data`,
      "--exec-root",
      `${folder}/exec`,
      "--pidfile",
      `${folder}/pid`,
    ];
    this.#process = spawn(
      findProgram("dockerd") ?? "dockerd",
      ["--host", this.address, ...places, ...FLAGS],
      {
        stdio: "ignore",
        detached: true,
      },
    );
    const deadline = performance.now() + UP_MS;
    while (!(await this.#answers())) {
      if (performance.now() > deadline) throw new Error("the daemon did not come up");
      await sleep(100);
    }
  }

  /** Ends it as an administrator would. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const daemon = this.#process;
    if (daemon === undefined || daemon.exitCode !== null || daemon.signalCode !== null) return;
    const ended = new Promise((resolve) => daemon.once("exit", resolve));
    daemon.kill(signal);
    const timer = setTimeout(() => daemon.kill("SIGKILL"), DOWN_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Copies an image of another engine. */
  async copyImage(images: Images): Promise<void> {
    const stream = await images.engine.docker.getImage(images.baseName).get();
    const answer = await this.docker.loadImage(stream);
    await new Promise((resolve, reject) => {
      answer.on("end", resolve).on("error", reject).resume();
    });
  }

  get docker(): Docker {
    return new Docker({ socketPath: `${this.folder}/docker.sock` });
  }

  async remove(): Promise<void> {
    await this.stop();
    await promisify(execFile)("/bin/sh", [
      "-c",
      `awk -v folder="${this.folder}/" 'index($2, folder) == 1 { print $2 }' /proc/mounts | sort -r | xargs -r umount`,
    ]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    if (!existsSync(`${this.folder}/docker.sock`)) return false;
    return this.docker.ping().then(
      () => true,
      () => false,
    );
  }
}

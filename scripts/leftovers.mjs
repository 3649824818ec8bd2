#!/usr/bin/env node
/**
 * Looks for what a toolkit that is gone has left on this machine: processes of harnesses, containers, mounts,
 * control groups, folders. Prints each and ends with status 1 when there is one, 0 when there is none.
 *
 *   node scripts/leftovers.mjs [--json]
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const alive = (pid) => existsSync(`/proc/${pid}`);
const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** Parent of a process; 0 when it is gone. */
function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

/** True when some ancestor is a Node process, which is a toolkit, or a container's own shim. */
function hasOwner(pid) {
  for (let at = parentOf(pid); at > 1; at = parentOf(at)) {
    if (/^(node|MainThread|vitest|containerd-shim|conmon)/.test(read(`/proc/${at}/comm`))) return true;
  }
  return false;
}

function processes() {
  return list("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      /sandbox\/harness\/|\/codergen\/harness\/|--end-with-input/.test(read(`/proc/${pid}/cmdline`)),
    )
    .filter((pid) => !hasOwner(pid))
    .map((pid) => `process ${pid}: ${read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").slice(0, 120)}`);
}

function folders() {
  const owner = (name) => Number(/^codergen-(?:sandbox-|image-)?(\d+)-/.exec(name)?.[1] ?? Number.NaN);
  return [tmpdir(), "/sys/fs/cgroup/pids", "/sys/fs/cgroup"]
    .flatMap((parent) => list(parent).map((name) => [parent, name]))
    .filter(([, name]) => !Number.isNaN(owner(name)) && !alive(owner(name)))
    .map(
      ([parent, name]) => `${parent.startsWith("/sys") ? "control group" : "folder"} ${join(parent, name)}`,
    );
}

function mounts() {
  return read("/proc/mounts")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((path) => /\/codergen-(sandbox|probe)-/.test(path))
    .map((path) => `mount ${path}`);
}

function isLeftover(labels) {
  const pid = labels["codergen.owner"];
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] !== labels["codergen.started"];
}

function containers() {
  try {
    const docker = (...args) =>
      execFileSync("docker", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const ids = docker("ps", "-aq", "--filter", "label=codergen.owner").split("\n").filter(Boolean);
    if (ids.length === 0) return [];
    return JSON.parse(docker("inspect", ...ids))
      .filter(({ Config }) => isLeftover(Config.Labels))
      .map(({ Id, State }) => `container ${Id.slice(0, 12)} (${State.Status})`);
  } catch {
    process.stderr.write("skipped: containers: no docker command, or its engine does not answer\n");
    return [];
  }
}

const found = [...processes(), ...containers(), ...mounts(), ...folders()];
if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(found)}\n`);
else process.stdout.write(found.length === 0 ? "nothing is left\n" : `${found.join("\n")}\n`);
process.exitCode = found.length === 0 ? 0 : 1;

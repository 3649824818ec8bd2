/**
 * Backend `namespace`: the same isolation as `bubblewrap` by util-linux alone (`unshare`, `setpriv`,
 * `mount`). The root is made by `harness/enter.sh` inside the new namespaces.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../src/io/package-root.ts";
import type { Availability } from "./backend.ts";
import { findProgram } from "./find-program.ts";
import { type Launch, type LaunchRequest, localBackend } from "./local-process.ts";
import { additionalPaths, visibleSystemPaths } from "./visible-paths.ts";

const PROBE_TIMEOUT_MS = 10_000;
const INSIDE = { harness: "/codergen/harness", scratch: "/tmp/codergen" };
const PROGRAMS = ["unshare", "setpriv", "mount", "umount", "pivot_root"];
const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

const words = (text: string) => text.split(" ");

interface Shown {
  readonly scratchBytes: number;
  readonly network: boolean;
  readonly readablePaths: readonly string[];
}

const RESOLVER = "/etc/resolv.conf";

function commandFor(root: string, shown: Shown, inside: readonly string[]) {
  const { scratchBytes, network, readablePaths } = shown;
  const paths = [...readablePaths, ...(network && existsSync(RESOLVER) ? [RESOLVER] : [])];
  const harness = `${packageRoot()}/sandbox/harness`;
  const system = visibleSystemPaths().flatMap((entry) =>
    entry.kind === "link" ? ["link", entry.target, entry.path] : ["bind", entry.path, entry.path],
  );
  const command: [string, ...string[]] = [
    findProgram("setpriv") ?? "setpriv",
    ...words("--pdeathsig KILL --"),
    findProgram("unshare") ?? "unshare",
    ...words("--user --map-root-user --mount --pid --ipc --uts --cgroup"),
    ...words("--fork --kill-child --propagation private"),
    ...(network ? [] : ["--net"]),
    "--",
    "/bin/sh",
    `${harness}/enter.sh`,
    root,
    String(scratchBytes),
    harness,
    ...system,
    ...additionalPaths(paths).flatMap((path) => ["bind", path, path]),
    "--",
    ...inside,
  ];
  return command;
}

async function probe(): Promise<Availability> {
  const missing = PROGRAMS.filter((name) => findProgram(name) === null);
  if (missing.length > 0) return { available: false, reason: `not installed: ${missing.join(", ")}` };
  const root = mkdtempSync(join(tmpdir(), "codergen-probe-"));
  const [file, ...args] = commandFor(root, { scratchBytes: 1 << 20, network: false, readablePaths: [] }, [
    "/bin/true",
  ]);
  try {
    await promisify(execFile)(file, args, { timeout: PROBE_TIMEOUT_MS, env: { PATH: SYSTEM_PATH } });
    return { available: true };
  } catch (error) {
    const message =
      error instanceof Error ? (error.message.trim().split("\n")[1] ?? error.message) : String(error);
    return { available: false, reason: `namespaces cannot be made here: ${message}` };
  } finally {
    rmdirSync(root);
  }
}

function launch(request: LaunchRequest): Launch {
  const inside = [request.python, ...request.pythonArguments(INSIDE)];
  const command = commandFor(request.hostScratch, request, inside);
  return { command, variables: request.variables, paths: INSIDE };
}

export const namespace = localBackend({ name: "namespace", isolated: true, probe, launch });

/** What a container of a run may do: as little as Python needs. */
import type { ContainerCreateOptions, DeviceRequest, HostConfig } from "dockerode";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { EngineReport } from "./find-engine.ts";
import { ownLabels } from "./labels.ts";

/** Processes of the harness and of the engine's own, not of the program. */
export const PROCESS_OVERHEAD = 24;
const USER = "1000:1000";
const NANO = 1e9;
const LEAST_MEMORY_BYTES = 2 * 1024 ** 3;
const MEMORY_SHARE = 0.75;
const CPUS_PER_CONTAINER = 2;
const OPEN_FILES = 4096;

export interface ContainerRequest {
  readonly role: "harness" | "script" | "question" | "build" | "training";
  readonly image: string;
  readonly command: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly scratchBytes: number;
  readonly network: boolean;
  /** Folders of the host, shown read-only at the same place. */
  readonly readablePaths: readonly string[];
  readonly processes: number;
  readonly gpus: readonly string[];
  /** Folders of the host that it may write to, at the same place. */
  readonly writablePaths?: readonly string[];
  /** "uid:gid"; left out, a user without any rights. */
  readonly user?: string;
  /** All CPUs and all memory: for the user's own work, such as a training. */
  readonly unlimited?: boolean;
}

/** Docker's request for GPUs, which it hands to a device driver of that capability. */
export function gpuRequests(gpus: readonly string[]): DeviceRequest[] {
  if (gpus.length === 0) return [];
  const which = gpus.includes("all") ? { Count: -1 } : { Count: 0, DeviceIDs: [...gpus] };
  return [{ Driver: "", ...which, Capabilities: [["gpu"]], Options: {} }];
}

/** What Podman's service lowers its own limit to. */
const PODMAN_PROCESSES = 32_768;

/** Podman asks for more than it has itself otherwise, which a host without `CAP_SYS_RESOURCE` refuses. */
function processUlimit(): { Name: string; Soft: number; Hard: number }[] {
  const hard = Number(/^Max processes\s+\S+\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
  const most = Number.isInteger(hard) ? Math.min(hard, PODMAN_PROCESSES) : PODMAN_PROCESSES;
  return [{ Name: "nproc", Soft: most, Hard: most }];
}

function hostConfig(
  request: ContainerRequest,
  { name, limits, memoryBytes, cpus }: EngineReport,
): HostConfig {
  const limited = request.unlimited !== true;
  const tmpfs = `rw,nosuid,nodev,exec,mode=1777,size=${request.scratchBytes}`;
  const memory = Math.max(
    LEAST_MEMORY_BYTES + 2 * request.scratchBytes,
    Math.floor(memoryBytes * MEMORY_SHARE),
  );
  return {
    AutoRemove: true,
    NetworkMode: request.network ? "default" : "none",
    IpcMode: "none", // shared memory is a tmpfs of its own, and the queues that the engine mounts are covered
    ReadonlyRootfs: true,
    Tmpfs: { "/tmp": tmpfs, "/dev/shm": tmpfs, "/dev/mqueue": "ro,nosuid,nodev,noexec,size=4k" },
    Binds: [
      ...request.readablePaths.map((path) => `${path}:${path}:ro`),
      ...(request.writablePaths ?? []).map((path) => `${path}:${path}:rw`),
    ],
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges"], // the engine's own seccomp profile stays on
    Init: false,
    LogConfig: { Type: "none", Config: {} },
    Ulimits: [
      { Name: "core", Soft: 0, Hard: 0 },
      { Name: "nofile", Soft: OPEN_FILES, Hard: OPEN_FILES },
      ...(name === "Podman" ? processUlimit() : []),
    ],
    ...(limits.pids && { PidsLimit: request.processes + PROCESS_OVERHEAD }),
    ...(limited && limits.memory && { Memory: memory }),
    ...(limited && limits.memory && limits.swap && { MemorySwap: memory }),
    ...(limited && limits.cpu && { NanoCpus: Math.min(CPUS_PER_CONTAINER, cpus) * NANO }),
    ...(request.gpus.length > 0 && { DeviceRequests: gpuRequests(request.gpus) }),
  };
}

/** All options of a container that is spoken to by its standard streams. Its name is new every time. */
export function containerOptions(request: ContainerRequest, report: EngineReport): ContainerCreateOptions {
  return {
    name: `codergen-${process.pid}-${randomBytes(6).toString("hex")}`,
    Image: request.image,
    Entrypoint: [],
    Cmd: [...request.command],
    Env: Object.entries(request.variables).map(([name, value]) => `${name}=${value}`),
    User: request.user ?? USER,
    WorkingDir: "/tmp",
    Hostname: "sandbox",
    NetworkDisabled: !request.network,
    Tty: false,
    OpenStdin: true,
    StdinOnce: true, // the end of the connection is the end of the input, so a killed toolkit ends its harness
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    StopSignal: "SIGKILL",
    Labels: ownLabels(request.role),
    HostConfig: hostConfig(request, report),
  };
}

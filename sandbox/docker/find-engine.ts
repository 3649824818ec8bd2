/** Finds a container engine that speaks Docker's API: the one named, Docker's usual sockets, then Podman's. */
import Docker from "dockerode";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "../../src/errors.ts";
import { readEnvironment } from "../../src/io/env.ts";

const ANSWER_MS = 10_000;

/** What an engine says about itself. */
export interface EngineReport {
  /** "Docker", "Podman", or what it calls itself. */
  readonly name: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly address: string;
  readonly rootless: boolean;
  readonly storageDriver: string;
  /** Runtimes and device drivers that give GPUs to containers; empty when there are none. */
  readonly gpuRuntimes: readonly string[];
  /** Limits the kernel and the engine can hold together. */
  readonly limits: {
    readonly memory: boolean;
    readonly swap: boolean;
    readonly cpu: boolean;
    readonly pids: boolean;
  };
  readonly memoryBytes: number;
  readonly cpus: number;
}

export interface FoundEngine {
  readonly docker: Docker;
  readonly report: EngineReport;
}

/** Addresses to try, in order. */
export function engineAddresses(): string[] {
  const { dockerHost, runtimeDir } = readEnvironment();
  if (dockerHost !== null) return [dockerHost];
  const own =
    runtimeDir === null ? [] : ["docker.sock", "podman/podman.sock"].map((name) => join(runtimeDir, name));
  const [ownDocker, ownPodman] = own;
  return ["/var/run/docker.sock", ownDocker, ownPodman, "/run/podman/podman.sock"]
    .filter((path) => path !== undefined && existsSync(path))
    .map((path) => `unix://${path}`);
}

function connect(address: string): Docker {
  if (address.startsWith("unix://")) return new Docker({ socketPath: address.slice("unix://".length) });
  return new Docker(); // the client reads DOCKER_HOST and its certificates by itself
}

/**
 * The first engine that answers.
 * @throws Error that says what was tried.
 */
export async function findEngine(address?: string): Promise<FoundEngine> {
  const addresses = address === undefined ? engineAddresses() : [address];
  const reasons: string[] = [];
  for (const candidate of addresses) {
    try {
      const docker = connect(candidate);
      return { docker, report: await describeEngine(docker, candidate) };
    } catch (error) {
      reasons.push(`${candidate}: ${describeError(error)}`);
    }
  }
  throw new Error(reasons.length === 0 ? "no container engine's socket is here" : reasons.join("; "));
}

interface Info {
  readonly SecurityOptions?: readonly string[];
  readonly Runtimes?: Readonly<Record<string, unknown>>;
  readonly Driver?: string;
  readonly MemoryLimit?: boolean;
  readonly SwapLimit?: boolean;
  readonly CpuCfsQuota?: boolean;
  readonly PidsLimit?: boolean;
  readonly MemTotal?: number;
  readonly NCPU?: number;
  readonly OSType?: string;
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ANSWER_MS} ms`)), ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function describeEngine(docker: Docker, address: string): Promise<EngineReport> {
  const version = await inTime(docker.version());
  const info = (await inTime(docker.info())) as Info;
  if (info.OSType !== undefined && info.OSType !== "linux") {
    throw new Error(`its containers run ${info.OSType}, not Linux`);
  }
  const components = (version as { Components?: { Name: string }[] }).Components ?? [];
  const isPodman = components.some(({ Name }) => /podman/i.test(Name));
  return {
    name: isPodman ? "Podman" : "Docker",
    version: version.Version,
    apiVersion: version.ApiVersion,
    address,
    rootless: (info.SecurityOptions ?? []).some((option) => option.includes("rootless")),
    storageDriver: info.Driver ?? "unknown",
    gpuRuntimes: Object.keys(info.Runtimes ?? {}).filter((name) => /nvidia|cdi/.test(name)),
    limits: {
      memory: info.MemoryLimit === true,
      swap: info.SwapLimit === true,
      cpu: info.CpuCfsQuota === true,
      pids: info.PidsLimit === true,
    },
    memoryBytes: info.MemTotal ?? 0,
    cpus: info.NCPU ?? 1,
  };
}

/**
 * Backend `docker`: one long-lived container for every warm zygote, spoken to over its standard streams. No
 * network, a read-only root, an unprivileged user without capabilities or the way to new ones, the engine's
 * seccomp profile, limits on processes, memory, CPU and scratch. Speaks to Podman's socket as well.
 */
import { describeError, ToolkitError } from "../src/errors.ts";
import { readEnvironment } from "../src/io/env.ts";
import type { Availability, IsolatedProcess, StartRequest } from "./backend.ts";
import { ContainerProcess, INSIDE } from "./docker/container-process.ts";
import { connectEngine, type Engine, reasonOf } from "./docker/engine.ts";
import { DEFAULT_BASE, Images } from "./docker/images.ts";
import { reapContainers } from "./docker/reaper.ts";
import { reasonAgainstGpus } from "./docker/gpu-preflight.ts";
import type { GpuProvider } from "./gpu-scheduler.ts";

/** Processes a program may have until its job says otherwise. */
const PROCESSES = 64;

export interface DockerOptions {
  /** Image with Python 3.10 or later to build on (python:3.11-slim). */
  readonly baseImage?: string | undefined;
  /** Address of the engine; found by itself when left out. */
  readonly host?: string;
}

/** The backend and the images it runs. */
export interface DockerBackend extends GpuProvider {
  /** Connects, removes leftovers of dead toolkits, pulls the base where it is not here. */
  prepare(): Promise<Images>;
  close(): Promise<void>;
}

/** The docker backend. Nothing is connected to before it is asked for. */
export function createDockerBackend(options: DockerOptions = {}): DockerBackend {
  const baseImage = options.baseImage ?? readEnvironment().dockerBase ?? DEFAULT_BASE;
  let engine: Promise<Engine> | undefined;
  let prepared: Promise<Images> | undefined;
  const connect = () => {
    engine ??= connectEngine(options.host);
    engine.catch(() => (engine = undefined));
    return engine;
  };
  const prepareOnce = async () => {
    const images = new Images(await connect(), baseImage);
    await reapContainers(images.engine);
    await images.base();
    return images;
  };
  const prepare = () => {
    prepared ??= prepareOnce();
    prepared.catch(() => (prepared = undefined));
    return prepared;
  };
  return {
    name: "docker",
    isolated: true,
    probe: () => probe(connect, baseImage),
    prepare,
    reasonAgainstGpus: async (devices) => reasonAgainstGpus(await prepare(), devices),
    start: async (request) => start(await connect(), request),
    close: async () => (await engine?.catch(() => undefined))?.close(),
  };
}

async function probe(connect: () => Promise<Engine>, baseImage: string): Promise<Availability> {
  try {
    const { docker } = await connect();
    await docker.getImage(baseImage).inspect();
    return { available: true };
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 404) {
      return { available: false, reason: describeError(error) };
    }
    return {
      available: false,
      reason: `the engine works; its base image is not here: docker pull ${baseImage}`,
    };
  }
}

async function start(engine: Engine, request: StartRequest): Promise<IsolatedProcess> {
  const { image, role, python, variables, scratchBytes, gpus, network, readablePaths } = request;
  if (image === null) {
    throw new ToolkitError("internal", "This environment was made for another backend than docker.", {
      hint: "Make it with the environment manager of the docker backend.",
    });
  }
  const options = role === "harness" ? ["--stdio"] : [];
  const command = [python, ...request.pythonArguments(INSIDE), ...options];
  try {
    const wanted = {
      role,
      image,
      command,
      variables,
      scratchBytes,
      gpus,
      network,
      readablePaths,
      processes: PROCESSES,
    };
    return await ContainerProcess.start(engine, wanted);
  } catch (error) {
    if (error instanceof ToolkitError) throw error;
    throw new ToolkitError("sandbox-failure", `The container did not start: ${reasonOf(error)}`, {
      hint: "Run `codergen doctor` to see what is missing.",
      retryable: true,
      cause: error,
    });
  }
}

/**
 * A container as a process that is held by its standard streams. The wait for its end is registered before
 * it starts, so that neither a short life nor the engine's own removal of it loses the exit code.
 */
import type { Container } from "dockerode";
import { setTimeout as sleep } from "node:timers/promises";
import type { Duplex, Readable, Writable } from "node:stream";
import type { InsidePaths, IsolatedProcess, ProcessEnd } from "../backend.ts";
import { type ContainerRequest, containerOptions, PROCESS_OVERHEAD } from "./container-options.ts";
import { demultiplex } from "./demultiplex.ts";
import { type Engine, isUnreachable, statusOf } from "./engine.ts";

export const INSIDE: InsidePaths = { harness: "/codergen/harness", scratch: "/tmp/codergen" };
const KILLED = 137;
const NAME_TRIES = 3;
/** Longest wait for output that is still under way when the exit code is known. */
const DRAIN_MS = 1_000;

export class ContainerProcess implements IsolatedProcess {
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  readonly paths = INSIDE;
  readonly countsByUser = false;
  readonly ended: Promise<ProcessEnd>;
  readonly #engine: Engine;
  readonly #container: Container;
  readonly #connection: Duplex;
  #processes: number;
  #killed = false;
  readonly #drained: Promise<unknown>;

  private constructor(engine: Engine, container: Container, streams: Streams, processes: number) {
    this.#engine = engine;
    this.#container = container;
    this.#connection = streams.connection;
    this.#processes = processes;
    this.input = streams.connection;
    ({ output: this.output, errors: this.errors } = demultiplex(streams.connection));
    this.#drained = Promise.all([closed(this.output), closed(this.errors)]);
    this.ended = this.#awaitEnd(streams.exit);
  }

  /**
   * Creates, attaches to and starts a container. An engine that is away is waited for.
   * @throws Error with the engine's reason.
   */
  static start(engine: Engine, request: ContainerRequest): Promise<ContainerProcess> {
    return engine.retrying(async () => {
      await engine.removeDoomed();
      const container = await create(engine, request);
      try {
        const streams = await openStreams(container);
        await container.start();
        return new ContainerProcess(engine, container, streams, request.processes);
      } catch (error) {
        await engine.removeContainer(container.id);
        throw error;
      }
    });
  }

  get id(): string {
    return this.#container.id;
  }

  async allowProcesses(count: number): Promise<void> {
    if (count === this.#processes || !this.#engine.report.limits.pids) return;
    try {
      await this.#container.update({ PidsLimit: count + PROCESS_OVERHEAD });
      this.#processes = count;
    } catch (error) {
      if (!isUnreachable(error) && statusOf(error) !== 404) throw error; // gone: its end is told elsewhere
    }
  }

  hangUp(): void {
    this.#connection.destroy();
  }

  kill(): void {
    this.#killed = true;
    this.#container.kill({ signal: "SIGKILL" }).catch(() => undefined);
  }

  async remove(): Promise<void> {
    await this.#engine.removeContainer(this.#container.id);
  }

  async #awaitEnd(exit: Promise<number>): Promise<ProcessEnd> {
    try {
      const exitCode = await exit;
      await Promise.race([this.#drained, sleep(DRAIN_MS)]);
      const fromOutside = exitCode === KILLED && !this.#killed;
      return { how: `its container ended with status ${exitCode}`, exitCode, fromOutside };
    } catch (error) {
      const how = `the container engine was lost: ${error instanceof Error ? error.message : String(error)}`;
      return { how, exitCode: null, fromOutside: true };
    }
  }
}

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => stream.once("close", resolve));
}

interface Streams {
  readonly connection: Duplex;
  readonly exit: Promise<number>;
}

/** A name that a ghost still holds is passed over for a new one. */
async function create(engine: Engine, request: ContainerRequest): Promise<Container> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await engine.docker.createContainer(containerOptions(request, engine.report));
    } catch (error) {
      if (statusOf(error) !== 409 || attempt === NAME_TRIES) throw error;
    }
  }
}

async function openStreams(container: Container): Promise<Streams> {
  const connection = (await dial(container, attachRequest(container.id))) as Duplex;
  connection.on("error", () => undefined); // its end is what counts, and that is told by the wait
  // resolves when the engine has taken the wait down, not when the container ends
  const exit = readExit((await dial(container, waitRequest(container.id))) as Readable);
  exit.catch(() => undefined);
  return { connection, exit };
}

/**
 * The client's own `attach` sends its options a second time as the request's body, which Podman takes for the
 * first bytes of the program's input. An empty file is the one body that is sent at once and has no bytes.
 */
function attachRequest(id: string) {
  return {
    path: `/containers/${id}/attach?`,
    method: "POST",
    options: { _query: { stream: true, stdin: true, stdout: true, stderr: true } },
    file: Buffer.alloc(0),
    headers: { "Content-Type": "application/octet-stream" },
    isStream: true,
    hijack: true,
    openStdin: true,
    statusCodes: { 200: true, 404: "no such container", 500: "server error" },
  };
}

function waitRequest(id: string) {
  return {
    path: `/containers/${id}/wait?`,
    method: "POST",
    options: { _query: { condition: "next-exit" }, _body: {} },
    isStream: true,
    statusCodes: { 200: true, 404: "no such container", 500: "server error" },
  };
}

function dial(container: Container, request: object): Promise<unknown> {
  const { modem } = container as unknown as { modem: { dial(request: object, done: unknown): void } };
  return new Promise((resolve, reject) => {
    modem.dial(request, (error: unknown, stream: unknown) => (error ? reject(error) : resolve(stream)));
  });
}

async function readExit(answer: Readable): Promise<number> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += String(chunk);
  const { StatusCode: code, Error: trouble } = JSON.parse(text) as {
    StatusCode?: number;
    Error?: { Message?: string } | null;
  };
  if (code === undefined) throw new Error(trouble?.Message ?? `no exit code: ${text}`);
  return code;
}

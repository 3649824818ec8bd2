/** A model of this machine behind a server of the toolkit's own, started when it is first asked and ended with the work. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { ModelServer } from "../model/model-call.ts";
import { foldersOf } from "./folders-of.ts";
import { createOpenAiServer } from "./openai.ts";
import { jsonLinesOf, keepLog, scriptFailure, type ScriptLog } from "./script-output.ts";
import type { RunningScript, ScriptPlace } from "./script-place.ts";

/** Answers on a CPU take long. */
const LONGEST_ANSWER_MS = 6 * 3_600_000;

export interface LocalModelOptions {
  readonly place: ScriptPlace;
  /** Base model: a folder, or a name of the Hub. */
  readonly model: string;
  /** Folder of an adapter; null for the base alone. */
  readonly adapter: string | null;
  /** Give texts as they are, without chat template. */
  readonly plain: boolean;
  readonly fourBit: "auto" | "never";
  /** Answers made at one time. */
  readonly batchSize: number;
  /** Stands for the model's content: equal ones give equal answers. */
  readonly identity: string;
  /** File for all that the server says. */
  readonly log: string;
  readonly signal: AbortSignal;
}

export interface LocalModel {
  /** @throws ToolkitError `prerequisite-missing` when the server does not start, or ends. */
  readonly server: ModelServer;
  close(): Promise<void>;
}

const readySchema = z.object({ type: z.literal("ready"), address: z.string() });

/** Nothing is started before the first call. */
export function openLocalModel(options: LocalModelOptions): LocalModel {
  let running: Promise<Running> | null = null;
  return {
    server: {
      address: `local:${options.identity}`,
      call: async (request, signal, key) => {
        const { server, ended } = await (running ??= start(options));
        return await Promise.race([server.call(request, signal, key), ended]);
      },
    },
    close: async () => (await running?.catch(() => null))?.close(),
  };
}

interface Running {
  readonly server: ModelServer;
  /** Rejects when the server ends by itself; never resolves. */
  readonly ended: Promise<never>;
  close(): Promise<void>;
}

async function start(options: LocalModelOptions): Promise<Running> {
  const { place, signal } = options;
  const folder = place.sharesLoopback
    ? null
    : await mkdtemp(join(tmpdir(), `codergen-sandbox-${process.pid}-`));
  const socket = folder === null ? null : join(folder, "model.sock");
  const script = await place.run("serve_model.py", wordsOf(options, socket), {
    readable: await readableOf(options),
    writable: folder === null ? [] : [folder],
  });
  const log = keepLog(script, options.log);
  const stop = (): void => void script.kill();
  signal.addEventListener("abort", stop, { once: true });
  let door: Server | null = null;
  const close = async (): Promise<void> => {
    signal.removeEventListener("abort", stop);
    door?.close();
    await script.kill();
    log.close();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  };
  try {
    const address = await readyAddress(script, log);
    door = socket === null ? null : await openDoor(socket);
    const baseUrl = door === null ? address : `http://127.0.0.1:${(door.address() as AddressInfo).port}/v1`;
    const server = createOpenAiServer({
      baseUrl,
      apiKey: null,
      azureApiVersion: null,
      timeoutMs: LONGEST_ANSWER_MS,
    });
    const ended = script.ended.then((status) => {
      signal.throwIfAborted();
      throw scriptFailure("the model's server", status, log);
    });
    ended.catch(() => undefined);
    return { server, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function wordsOf(
  { model, adapter, plain, fourBit, batchSize }: LocalModelOptions,
  socket: string | null,
): string[] {
  return [
    ...["--model", model, "--four-bit", fourBit, "--batch-size", String(batchSize), "--end-with-input"],
    ...(adapter === null ? [] : ["--adapter", adapter]),
    ...(plain ? ["--plain"] : []),
    ...(socket === null ? [] : ["--socket", socket]),
  ];
}

async function readableOf({ model, adapter }: LocalModelOptions): Promise<string[]> {
  return [...(existsSync(model) ? await foldersOf(model) : []), ...(adapter === null ? [] : [adapter])];
}

/** @throws ToolkitError `prerequisite-missing` when it ends before it is ready. */
async function readyAddress(script: RunningScript, log: ScriptLog): Promise<string> {
  for await (const line of jsonLinesOf(script)) {
    const ready = readySchema.safeParse(line).data;
    if (ready === undefined) continue;
    script.output.resume();
    return ready.address;
  }
  throw scriptFailure("the model's server", await script.ended, log);
}

/** A loopback address that leads to a Unix socket. */
async function openDoor(socket: string): Promise<Server> {
  const door = createServer((near) => {
    const far = connect(socket);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    door.once("error", reject);
    door.listen(0, "127.0.0.1", resolve);
  });
  return door;
}

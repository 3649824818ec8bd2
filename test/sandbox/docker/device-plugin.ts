/**
 * A device driver for GPUs, as far as a client can tell: a proxy in front of the engine that takes the request
 * for devices out of each new container, keeps it, and lets the rest through as it is.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export class DevicePlugin {
  /** `HostConfig.DeviceRequests` of every container that was asked for, in order; null where there is none. */
  readonly requests: unknown[] = [];
  readonly path: string;
  readonly #target: string;
  readonly #server: Server;

  /** @param target Path of the engine's socket. */
  constructor(target: string) {
    this.#target = target;
    this.path = `/tmp/codergen-test-devices-${process.pid}.sock`;
    this.#server = createServer((asked, answer) => void this.#pass(asked, answer));
    this.#server.on("upgrade", (asked, socket) => this.#upgrade(asked, socket));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(this.path, resolve));
    return `unix://${this.path}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method, url: path, headers } = asked;
    const isCreate = method === "POST" && path?.includes("/containers/create") === true;
    const body = isCreate ? this.#withoutDevices(await readAll(asked)) : null;
    const length = body === null ? {} : { "content-length": String(body.length) };
    const passed = request({ socketPath: this.#target, method, path, headers: { ...headers, ...length } });
    passed.on("response", (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      answer.flushHeaders();
      got.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    if (body === null) asked.pipe(passed);
    else passed.end(body);
  }

  #withoutDevices(body: Buffer): Buffer {
    const options = JSON.parse(body.toString()) as { HostConfig: { DeviceRequests?: unknown } };
    this.requests.push(options.HostConfig.DeviceRequests ?? null);
    delete options.HostConfig.DeviceRequests;
    return Buffer.from(JSON.stringify(options));
  }

  #upgrade(asked: IncomingMessage, socket: Duplex): void {
    // what the client sends with its question is a body, which the engine ignores
    const { method, url: path } = asked;
    const { "transfer-encoding": _chunked, ...headers } = asked.headers; // what follows is no body any more
    const passed = request({ socketPath: this.#target, method, path, headers });
    passed.on("upgrade", (got, other, otherHead) => {
      const lines = Object.entries(got.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(`HTTP/1.1 101 UPGRADED\r\n${lines.join("\r\n")}\r\n\r\n`);
      if (otherHead.length > 0) socket.write(otherHead);
      socket.pipe(other).pipe(socket);
      for (const end of [socket, other]) end.on("error", () => undefined);
      socket.on("close", () => other.destroy());
      other.on("close", () => socket.destroy());
    });
    passed.on("error", () => socket.destroy());
    passed.end();
  }
}

async function readAll(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

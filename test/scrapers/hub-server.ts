/** A small Hub on this machine: answers by path, as a test sets them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Ends the connection after half of the body. */
  readonly cut?: boolean;
}

export type Respond = (request: IncomingMessage, url: URL) => Answer | Promise<Answer>;

export interface TestServer {
  readonly url: string;
  /** Paths with queries, in the order they were asked. */
  readonly asked: string[];
  readonly requests: IncomingMessage[];
}

export async function startServer(respond: Respond): Promise<TestServer> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? "");
    requests.push(request);
    const wanted = new URL(request.url ?? "/", "http://hub");
    void Promise.resolve(respond(request, wanted)).then((given) => answer(response, given));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, requests };
}

function answer(
  response: ServerResponse,
  { status = 200, headers = {}, body = "", cut = false }: Answer,
): void {
  if (!cut) {
    response.writeHead(status, headers);
    response.end(body);
    return;
  }
  response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(body) + 100) });
  response.write(body, () => response.destroy());
}

export function json(value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

/** A server that speaks as much of the Hub, and of NLTK's index, as fetching assets needs. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

export class HubInMiniature {
  /** Addresses asked for, in order. */
  readonly asked: string[] = [];
  readonly #repositories: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly #server: Server;

  /** @param repositories "models/owner/name" to its files. */
  constructor(repositories: Readonly<Record<string, Readonly<Record<string, string>>>>) {
    this.#repositories = repositories;
    this.#server = createServer((asked, answer) => this.#answer(asked, answer));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(asked: IncomingMessage, answer: ServerResponse): void {
    const url = new URL(asked.url ?? "/", "http://hub");
    this.asked.push(`${asked.method} ${url.pathname}`);
    const json = (value: unknown) => {
      answer.setHeader("content-type", "application/json").end(JSON.stringify(value));
    };
    const api = /^\/api\/((?:models|datasets)\/[^/]+\/[^/]+)(?:\/(tree|revision|paths-info)\/([^/]+))?/.exec(
      url.pathname,
    );
    const files = this.#repositories[api?.[1] ?? ""];
    if (api !== null && files !== undefined) {
      if (api[2] === "paths-info") {
        void readBody(asked).then((body) => {
          const { paths } = JSON.parse(body) as { paths: string[] };
          return json(
            paths.map((path) => ({ ...entryOf(path, files[path] ?? ""), lastCommit: LAST_COMMIT })),
          );
        });
        return;
      }
      if (api[2] === "tree") json(Object.entries(files).map(([path, text]) => entryOf(path, text)));
      else
        json({
          _id: "1",
          id: api[1],
          sha: COMMIT,
          private: false,
          gated: false,
          downloads: 1,
          likes: 1,
          lastModified: "2026-01-01T00:00:00.000Z",
        });
      return;
    }
    const raw = /^\/(datasets\/)?([^/]+\/[^/]+)\/resolve\/[^/]+\/(.+)$/.exec(url.pathname);
    const text = this.#repositories[`${raw?.[1] ?? "models/"}${raw?.[2]}`]?.[raw?.[3] ?? ""];
    if (raw !== null && text !== undefined) return sendFile(asked, answer, text);
    if (url.pathname === "/index.xml") {
      answer.end(
        `<nltk_data><packages><package id="words" subdir="corpora" url="http://${asked.headers.host}/words.zip"/></packages></nltk_data>`,
      );
      return;
    }
    if (url.pathname === "/words.zip") return void answer.end("zip of words");
    answer.statusCode = 404;
    json({ error: "Repository not found" });
  }
}

const LAST_COMMIT = { id: COMMIT, title: "first", date: "2026-01-01T00:00:00.000Z" };

async function readBody(asked: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of asked.setEncoding("utf8")) body += String(chunk);
  return body;
}

const entryOf = (path: string, text: string) => ({
  type: "file",
  path,
  size: Buffer.byteLength(text),
  oid: sha1(text),
});

function sendFile(asked: IncomingMessage, answer: ServerResponse, text: string): void {
  const size = Buffer.byteLength(text);
  answer.setHeader("etag", `"${sha1(text)}"`);
  answer.setHeader("x-repo-commit", COMMIT);
  answer.setHeader("content-range", `bytes 0-${size - 1}/${size}`);
  answer.setHeader("content-length", size);
  answer.statusCode = asked.headers.range === undefined ? 200 : 206;
  answer.end(asked.method === "HEAD" ? undefined : text);
}

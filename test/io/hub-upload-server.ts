/**
 * A Hub on this machine that takes uploads as the client sends them: repository, preupload, LFS batch (`basic` and
 * `multipart`), parts, completion, and the commit as NDJSON. Faults are put between as a test wants them.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const sha = (name: string, bytes: Buffer | string) => createHash(name).update(bytes).digest("hex");
const PAGE = 3;

export interface Fault {
  /** Against `METHOD /path`. */
  readonly at: RegExp;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** "before": the connection ends without the request being taken; "after": it is taken, the answer is lost. */
  readonly cut?: "before" | "after";
  /** How often; for ever when left out. */
  times?: number;
}

export interface Commit {
  readonly id: string;
  readonly title: string;
  readonly files: ReadonlyMap<string, StoredFile>;
}

export interface StoredFile {
  readonly bytes: Buffer;
  readonly lfs: boolean;
}

interface Repository {
  readonly isPrivate: boolean;
  readonly commits: Commit[];
}

export interface HubSettings {
  readonly token?: string;
  /** Larger files go up in parts of this size. */
  readonly partBytes?: number;
}

interface Line {
  readonly key: string;
  readonly value: { summary: string; parentCommit?: string; path: string; content: string; oid: string };
}

export class HubUploadServer {
  readonly repositories = new Map<string, Repository>();
  readonly faults: Fault[] = [];
  /** `METHOD /path` of every request, in order. */
  readonly asked: string[] = [];
  readonly blobs = new Map<string, Buffer>();
  readonly #parts = new Map<string, Buffer>();
  readonly #settings: Required<HubSettings>;
  readonly #server: Server;

  constructor(settings: HubSettings = {}) {
    this.#settings = { token: "hf_writer", partBytes: 1_000_000, ...settings };
    this.#server = createServer((asked, answer) => {
      this.#answer(asked, answer).catch((error: unknown) => {
        answer.statusCode = 500;
        answer.end(String(error));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Commits as a person does on the site. */
  edit(name: string, files: Readonly<Record<string, string>>): void {
    const repository = this.repositories.get(name) ?? { isPrivate: true, commits: [] };
    this.repositories.set(name, repository);
    const next = new Map(repository.commits.at(-1)?.files);
    for (const [path, text] of Object.entries(files))
      next.set(path, { bytes: Buffer.from(text), lfs: false });
    addCommit(repository, "by hand", next);
  }

  head(name: string): Commit | undefined {
    return this.repositories.get(name)?.commits.at(-1);
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(asked.url ?? "/", `http://${asked.headers.host}`);
    const what = `${asked.method} ${url.pathname}`;
    this.asked.push(what);
    const fault = this.faults.find(({ at, times }) => times !== 0 && at.test(what));
    if (fault?.times !== undefined) fault.times--;
    if (fault?.cut === "before") return void asked.socket.destroy();
    const body = await readBody(asked);
    if (fault?.status !== undefined) {
      answer.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
      return void answer.end(JSON.stringify({ error: `fault ${fault.status}` }));
    }
    const isBlobStore = url.pathname.startsWith("/lfs/"); // addresses there are signed, not authorised
    const allowed = isBlobStore || asked.headers.authorization === `Bearer ${this.#settings.token}`;
    const reply = allowed ? this.#reply(what, url, body) : { status: 401, json: { error: "Invalid token" } };
    if (fault?.cut === "after") return void asked.socket.destroy();
    send(answer, reply, asked.headers.range !== undefined);
  }

  #reply(what: string, url: URL, body: Buffer): Reply {
    if (what === "POST /api/repos/create") return this.#create(JSON.parse(body.toString()) as never);
    const [, oid = "", part] = /^\w+ \/lfs\/(\w{64})(?:\/(\w+))?$/.exec(what) ?? [];
    if (oid !== "") return this.#store(oid, part, body);
    const place = /^\w+ (?:\/api)?\/datasets\/([^/]+\/[^/]+?)(?:\.git)?\/([\w-]+)\/(.+)$/.exec(what);
    const [, name = "", verb = "", rest = ""] = place ?? [];
    const repository = this.repositories.get(name);
    if (repository === undefined) return { status: 404, json: { error: "Repository not found" } };
    const [revision = "", ...segments] = rest.split("/");
    const commit = repository.commits.find(({ id }) => id === revision) ?? repository.commits.at(-1);
    switch (verb) {
      case "revision":
        return { json: repositoryInfo(name, repository) };
      case "tree":
        return treePage(url, [...(commit?.files ?? [])]);
      case "resolve": {
        const file = commit?.files.get(segments.join("/"));
        const missing = {
          status: 404,
          headers: { "x-error-code": "EntryNotFound" },
          json: { error: "none" },
        };
        return file === undefined ? missing : { bytes: file.bytes };
      }
      case "preupload":
        return { json: preupload(JSON.parse(body.toString()) as never) };
      case "info":
        return { json: this.#batch(url.origin, JSON.parse(body.toString()) as never) };
      case "commit":
        return this.#commit(repository, body.toString());
    }
    return { status: 404, json: { error: `not known here: ${what}` } };
  }

  #create(wish: { name: string; organization: string; visibility: string; type: string }): Reply {
    const name = `${wish.organization}/${wish.name}`;
    if (this.repositories.has(name)) return { status: 409, json: { error: "You already created this" } };
    const repository: Repository = { isPrivate: wish.visibility === "private", commits: [] };
    addCommit(
      repository,
      "initial commit",
      new Map([[".gitattributes", { bytes: Buffer.from("*.parquet filter=lfs\n"), lfs: false }]]),
    );
    this.repositories.set(name, repository);
    return { json: { url: `http://hub/datasets/${name}`, id: "1", name } };
  }

  #batch(origin: string, { objects }: { objects: { oid: string; size: number }[] }): unknown {
    const { partBytes } = this.#settings;
    const actionsOf = ({ oid, size }: { oid: string; size: number }) => {
      if (this.blobs.has(oid)) return {};
      const href = `${origin}/lfs/${oid}`;
      if (size <= partBytes) return { actions: { upload: { href } } };
      const numbers = Array.from({ length: Math.ceil(size / partBytes) }, (_, index) =>
        String(index + 1).padStart(5, "0"),
      );
      const parts = Object.fromEntries(numbers.map((number) => [number, `${href}/${number}`]));
      return {
        actions: {
          upload: { href: `${href}/complete`, header: { chunk_size: String(partBytes), ...parts } },
        },
      };
    };
    return { transfer: "multipart", objects: objects.map((object) => ({ ...object, ...actionsOf(object) })) };
  }

  #store(oid: string, part: string | undefined, body: Buffer): Reply {
    if (part !== undefined && part !== "complete") {
      this.#parts.set(`${oid}/${part}`, body);
      return { headers: { etag: `"${sha("md5", body)}"` }, json: {} };
    }
    if (part === undefined) return this.#keep(oid, body);
    const { parts } = JSON.parse(body.toString()) as { parts: { partNumber: number; etag: string }[] };
    const pieces = parts.map(({ partNumber, etag }) => {
      const piece = this.#parts.get(`${oid}/${String(partNumber).padStart(5, "0")}`);
      return piece !== undefined && etag === `"${sha("md5", piece)}"` ? piece : Buffer.from("missing");
    });
    return this.#keep(oid, Buffer.concat(pieces));
  }

  #keep(oid: string, bytes: Buffer): Reply {
    if (sha("sha256", bytes) !== oid)
      return { status: 400, json: { error: "the bytes are not those of the hash" } };
    this.blobs.set(oid, bytes);
    return { json: {} };
  }

  #commit(repository: Repository, body: string): Reply {
    const lines = body.split("\n").map((line) => JSON.parse(line) as Line);
    const header = lines.find(({ key }) => key === "header")?.value;
    const parent = repository.commits.at(-1);
    if (header?.parentCommit !== undefined && header.parentCommit !== parent?.id)
      return { status: 412, json: { error: "A commit has happened since" } };
    const files = new Map(parent?.files);
    for (const { key, value } of lines) {
      if (key === "file") files.set(value.path, { bytes: Buffer.from(value.content, "base64"), lfs: false });
      if (key === "deletedFile") files.delete(value.path);
      if (key !== "lfsFile") continue;
      const bytes = this.blobs.get(value.oid);
      if (bytes === undefined)
        return { status: 400, json: { error: `LFS pointer to nothing: ${value.path}` } };
      files.set(value.path, { bytes, lfs: true });
    }
    const id = addCommit(repository, header?.summary ?? "", files);
    return { json: { success: true, commitOid: id, commitUrl: `http://hub/commit/${id}`, hookOutput: "" } };
  }
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: Buffer;
}

function addCommit(repository: Repository, title: string, files: ReadonlyMap<string, StoredFile>): string {
  const names = [...files].map(([path, { bytes }]) => `${path} ${sha("sha256", bytes)}`).join("\n");
  const id = sha("sha1", `${repository.commits.length} ${title}\n${names}`);
  repository.commits.push({ id, title, files });
  return id;
}

function repositoryInfo(name: string, { commits, isPrivate }: Repository): unknown {
  const sums = { downloads: 0, likes: 0, gated: false, lastModified: "2026-01-01T00:00:00.000Z" };
  return { _id: "1", id: name, sha: commits.at(-1)?.id, private: isPrivate, ...sums };
}

/** A few entries at a time, with a link to the next page, as the Hub does from a thousand on. */
function treePage(url: URL, files: readonly (readonly [string, StoredFile])[]): Reply {
  const start = Number(url.searchParams.get("cursor") ?? 0);
  const json = files.slice(start, start + PAGE).map(([path, { bytes, lfs }]) => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha("sha256", bytes)}\nsize ${bytes.length}\n`;
    const content = lfs ? Buffer.from(pointer) : bytes;
    const oid = sha("sha1", Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]));
    const large = { oid: sha("sha256", bytes), size: bytes.length, pointerSize: content.length };
    return { type: "file", path, size: bytes.length, oid, ...(lfs && { lfs: large }) };
  });
  if (start + PAGE >= files.length) return { json };
  const next = new URL(url);
  next.searchParams.set("cursor", String(start + PAGE));
  return { json, headers: { link: `<${next.href}>; rel="next"` } };
}

function preupload({ files }: { files: { path: string; size: number }[] }): unknown {
  const mode = (path: string, size: number) =>
    path.endsWith(".parquet") || size > 10_000_000 ? "lfs" : "regular";
  return { files: files.map(({ path, size }) => ({ path, uploadMode: mode(path, size) })) };
}

async function readBody(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(answer: ServerResponse, { status = 200, headers, json, bytes }: Reply, partly: boolean): void {
  if (bytes === undefined) {
    answer.writeHead(status, { "content-type": "application/json", ...headers });
    return void answer.end(JSON.stringify(json));
  }
  const range = {
    "content-range": `bytes 0-${bytes.length - 1}/${bytes.length}`,
    etag: `"${sha("sha1", bytes)}"`,
  };
  answer.writeHead(partly ? 206 : 200, range).end(bytes);
}

/**
 * What `torch.hub` would download, put where it looks first: repositories under `hub/OWNER_REPO_REF`, weights under
 * `hub/checkpoints`. Nothing of a repository is run. Weights that its code names only while it runs are not found.
 */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "./make-folder.ts";

const ARCHIVES_URL = "https://codeload.github.com";
/** Branches that `torch.hub` takes where none is named, in its order. */
const DEFAULT_BRANCHES = ["main", "master"];
const STATE_ADDRESS = /["'](https?:\/\/[^\s"'{}]+\.(?:pth|pt|bin|ckpt|th|safetensors))["']/g;
const MOST_WEIGHTS = 8;

export interface TorchAssetOptions {
  /** `TORCH_HOME` of the runs. */
  readonly folder: string;
  /** Where archives of repositories are had: `URL/OWNER/REPO/tar.gz/REF`. */
  readonly archivesUrl?: string;
  /** One file; throws for what is not there or too large. */
  readonly get: (url: string) => Promise<Response>;
}

/**
 * A repository `owner/repo[:ref]` and the weights whose addresses stand in its `hubconf.py`.
 * @throws Error when there is no such repository or its archive cannot be unpacked.
 */
export async function fetchTorchRepository(id: string, options: TorchAssetOptions): Promise<void> {
  const [repository = "", ref] = id.split(":");
  const hub = join(options.folder, "hub");
  await makeFolder(hub);
  const { answer, branch } = await firstArchive(repository, ref, options);
  const unpacked = await mkdtemp(join(hub, ".unpacking-"));
  try {
    await unpack(answer, unpacked);
    const place = join(hub, `${repository.replace("/", "_")}_${branch.replaceAll("/", "_")}`);
    await rm(place, { recursive: true, force: true });
    await rename(unpacked, place);
    const source = await readFile(join(place, "hubconf.py"), "utf8").catch(() => "");
    const addresses = [...new Set([...source.matchAll(STATE_ADDRESS)].map(([, url = ""]) => url))];
    for (const url of addresses.slice(0, MOST_WEIGHTS)) await fetchTorchWeights(url, options);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Weights that `torch.hub.load_state_dict_from_url` loads: a file by the last part of the address. */
export async function fetchTorchWeights(url: string, { folder, get }: TorchAssetOptions): Promise<void> {
  const place = join(folder, "hub", "checkpoints");
  await makeFolder(place);
  const name = basename(new URL(url).pathname);
  const temporary = join(place, `.${name}.${process.pid}`);
  try {
    await pipeline(bodyOf(await get(url)), createWriteStream(temporary));
    await rename(temporary, join(place, name));
  } finally {
    await rm(temporary, { force: true });
  }
}

async function firstArchive(repository: string, ref: string | undefined, options: TorchAssetOptions) {
  const { archivesUrl = ARCHIVES_URL, get } = options;
  const failures: unknown[] = [];
  for (const branch of ref === undefined ? DEFAULT_BRANCHES : [ref]) {
    try {
      return { answer: await get(`${archivesUrl}/${repository}/tar.gz/${branch}`), branch };
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

/** `tar` leaves out what points outside the folder. */
async function unpack(answer: Response, folder: string): Promise<void> {
  const options = ["--no-same-owner", "--no-same-permissions", "--strip-components=1"];
  const tar = spawn("tar", ["-xz", ...options, "-C", folder], { stdio: ["pipe", "ignore", "pipe"] });
  let said = "";
  tar.stderr.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once("error", reject);
    tar.once("close", resolve);
  });
  const fed = pipeline(bodyOf(answer), tar.stdin).catch((error: unknown) => error);
  const status = await ended;
  await fed;
  if (status !== 0) throw new Error(`its archive cannot be unpacked: ${said.trim()}`);
}

function bodyOf(answer: Response): Readable {
  if (answer.body === null) throw new Error(`${answer.url} answered without content`);
  return Readable.fromWeb(answer.body);
}

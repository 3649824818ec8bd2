/**
 * The cache of models and data: filled once, with network, before anything is run; read-only for runs, which
 * are offline. Repositories of the Hub are kept in its own layout, which its libraries read as they are.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Asset } from "../python/assets.ts";
import { describeError } from "../errors.ts";
import { fetchTorchRepository, fetchTorchWeights, type TorchAssetOptions } from "./torch-assets.ts";
import { makeFolder } from "./make-folder.ts";

const NLTK_INDEX = "https://raw.githubusercontent.com/nltk/nltk_data/gh-pages/index.xml";
const LARGEST_FILE_BYTES = 20 * 1024 ** 3;

export interface AssetCacheOptions {
  readonly folder: string;
  /** The Hub or a mirror of it (https://huggingface.co). */
  readonly hubUrl?: string | null;
  readonly hubToken?: string | null;
  /** Index of NLTK's data. */
  readonly nltkIndex?: string;
  /** Where archives of repositories for torch.hub are had. */
  readonly archivesUrl?: string;
  readonly fetch?: typeof fetch;
}

/** What became of one asset. */
export interface FetchedAsset {
  readonly asset: Asset;
  readonly state: "cached" | "fetched" | "failed";
  /** Why it is not there; null when it is. */
  readonly reason: string | null;
}

/** Variables with which the libraries find the cache in `folder` and leave the network alone. */
export function assetVariables(folder: string): Record<string, string> {
  return {
    HF_HUB_CACHE: join(folder, "hub"),
    TORCH_HOME: join(folder, "torch"),
    NLTK_DATA: join(folder, "nltk"),
  };
}

/** Fetches what is not there yet, one after the other; each is fetched once however many tasks load it. */
export async function* fetchAssets(
  assets: readonly Asset[],
  options: AssetCacheOptions,
): AsyncGenerator<FetchedAsset> {
  for (const asset of assets) {
    const mark = join(options.folder, "complete", markOf(asset));
    if (existsSync(mark)) {
      yield { asset, state: "cached", reason: null };
      continue;
    }
    try {
      await fetchOne(asset, options);
      await makeReadable(options.folder);
      await makeFolder(join(options.folder, "complete"));
      await writeFile(mark, JSON.stringify(asset));
      yield { asset, state: "fetched", reason: null };
    } catch (error) {
      yield { asset, state: "failed", reason: describeError(error) };
    }
  }
}

/** The user in a container is another one than the owner of these files. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

/** A file of this name says that the asset is there whole. */
function markOf(asset: Asset): string {
  return createHash("sha256")
    .update(JSON.stringify([asset.kind, asset.id, asset.revision]))
    .digest("hex")
    .slice(0, 32);
}

async function fetchOne(asset: Asset, options: AssetCacheOptions): Promise<void> {
  switch (asset.kind) {
    case "hub-model":
    case "hub-dataset":
      return fetchRepository(asset, options);
    case "nltk":
      return fetchNltk(asset.id, options);
    case "torch-hub":
      return fetchTorchRepository(asset.id, torchOptions(options));
    case "torch-weights":
      return fetchTorchWeights(asset.id, torchOptions(options));
    case "url":
      throw new Error("an address can only be read by the program itself: use --network run");
  }
}

function torchOptions(options: AssetCacheOptions): TorchAssetOptions {
  const { folder, archivesUrl } = options;
  return {
    folder: join(folder, "torch"),
    ...(archivesUrl !== undefined && { archivesUrl }),
    get: (url) => get(url, options),
  };
}

async function fetchRepository(asset: Asset, options: AssetCacheOptions): Promise<void> {
  const { snapshotDownload } = await import("@huggingface/hub");
  const { folder, hubUrl = null, hubToken = null } = options;
  const cacheDir = join(folder, "hub");
  await makeFolder(cacheDir);
  const download = snapshotDownload({
    repo: { type: asset.kind === "hub-model" ? "model" : "dataset", name: asset.id },
    cacheDir,
    ...(asset.revision !== null && { revision: asset.revision }),
    ...(hubUrl !== null && { hubUrl }),
    ...(hubToken !== null && { accessToken: hubToken }),
    ...(options.fetch && { fetch: options.fetch }),
  });
  await withoutDebugLines(download);
}

/** The Hub's client tells every file by `console.debug`, which would go among the results on standard output. */
async function withoutDebugLines(work: Promise<unknown>): Promise<void> {
  const debug = console.debug;
  console.debug = () => undefined;
  try {
    await work;
  } finally {
    console.debug = debug;
  }
}

/** NLTK reads its packages from their archives as they are. */
async function fetchNltk(id: string, options: AssetCacheOptions): Promise<void> {
  const index = await (await get(options.nltkIndex ?? NLTK_INDEX, options)).text();
  const attributes = [...index.matchAll(/<package\b([^>]*)>/g)].map(([, text = ""]) =>
    Object.fromEntries(
      [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
    ),
  );
  const found = attributes.find((entry) => entry["id"] === id);
  const { url, subdir } = found ?? {};
  if (url === undefined || subdir === undefined || !/^\w+$/.test(subdir) || !/^[\w.-]+$/.test(id)) {
    throw new Error(`NLTK's index has no package ${id}`);
  }
  const place = join(options.folder, "nltk", subdir);
  await makeFolder(place);
  const content = Buffer.from(await (await get(url, options)).arrayBuffer());
  const temporary = join(place, `.${id}.${process.pid}`);
  await writeFile(temporary, content);
  await rename(temporary, join(place, `${id}.zip`));
}

async function get(url: string, options: AssetCacheOptions): Promise<Response> {
  const answer = await (options.fetch ?? fetch)(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  if (Number(answer.headers.get("content-length") ?? 0) > LARGEST_FILE_BYTES)
    throw new Error(`${url} is too large`);
  return answer;
}

/** What stands for a model's content: equal ones give equal answers, so that none is asked for twice. */
import { stat, readdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hashValue } from "../util/hash.ts";
import { fileDigest } from "./file-digest.ts";

/** Larger files of a base model are told by their size: hashing hundreds of gigabytes would take longer than asking. */
const HASHED_BYTES = 64 * 1024 ** 2;

/**
 * @param model A folder, or a name of the Hub, which stands for itself.
 * @param adapter Folder of an adapter, hashed whole; null for none.
 */
export async function modelIdentity(model: string, adapter: string | null): Promise<string> {
  const base = existsSync(model) ? await folderDigest(model, HASHED_BYTES) : model;
  return hashValue({ base, adapter: adapter === null ? null : await folderDigest(adapter, Infinity) });
}

async function folderDigest(folder: string, most: number): Promise<unknown[]> {
  const names = (await readdir(folder)).filter((name) => !/\.md$|^\./.test(name)).sort();
  const files: unknown[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const info = await stat(path);
    if (!info.isFile()) continue;
    files.push([name, info.size, info.size <= most ? (await fileDigest(path)).sha256 : null]);
  }
  return files;
}

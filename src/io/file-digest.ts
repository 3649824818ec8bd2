/** Hashes by which the Hub knows a file: SHA-256 for large ones, git's blob id for the others. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

export interface FileDigest {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** SHA-1 of git's blob: a header with the size, then the bytes. */
  readonly gitOid: string;
}

/** Reads the file once, as a stream. */
export async function fileDigest(path: string): Promise<FileDigest> {
  const { size } = await stat(path);
  const hashes = startHashes(size);
  for await (const chunk of createReadStream(path)) hashes.update(chunk as Buffer);
  return { size, ...hashes.digests() };
}

export function textDigest(text: string): FileDigest {
  const bytes = Buffer.from(text, "utf8");
  const hashes = startHashes(bytes.length);
  hashes.update(bytes);
  return { size: bytes.length, ...hashes.digests() };
}

function startHashes(size: number) {
  const sha256 = createHash("sha256");
  const git = createHash("sha1").update(`blob ${size}\0`);
  return {
    update(chunk: Buffer): void {
      sha256.update(chunk);
      git.update(chunk);
    },
    digests: () => ({ sha256: sha256.digest("hex"), gitOid: git.digest("hex") }),
  };
}

/** Records of JSON Lines files, and of JSON files that hold one list: one page a record, `file#line`. */
import { createReadStream, readFileSync } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { createInterface } from "node:readline";
import type { ListContext, Listed } from "../src/contracts/source.ts";
import { ToolkitError, describeError } from "../src/errors.ts";
import type { JsonObject } from "../src/contracts/json.ts";

export interface RecordFile {
  readonly path: string;
  /** The name that inputs start with. */
  readonly name: string;
}

/**
 * Files named by `from`: themselves, or what lies in a folder with one of the extensions, sorted.
 * @throws ToolkitError when there is none.
 */
export async function recordFiles(
  from: readonly string[],
  extensions: readonly string[],
): Promise<RecordFile[]> {
  const files: RecordFile[] = [];
  for (const path of from) {
    const found = await stat(path).catch((error: unknown) => {
      throw new ToolkitError("input-not-found", `There is no file or folder ${path}.`, {
        hint: "Give an existing path with --from.",
        cause: error,
      });
    });
    if (found.isDirectory()) {
      const names = (await readdir(path))
        .filter((name) => extensions.includes(extname(name).toLowerCase()))
        .sort();
      files.push(...names.map((name) => ({ path: join(path, name), name })));
    } else files.push({ path, name: basename(path) });
  }
  if (files.length === 0) {
    throw new ToolkitError(
      "input-not-found",
      `No file in ${from.join(", ")} ends in ${extensions.join(", ")}.`,
      { hint: "Give the file itself with --from." },
    );
  }
  return withUniqueNames(files);
}

/** Two files of one name (in different folders) keep their folders in their names. */
function withUniqueNames(files: readonly RecordFile[]): RecordFile[] {
  const names = files.map((file) => file.name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return files.map((file) => (repeated.has(file.name) ? { ...file, name: file.path } : file));
}

/** Pages of a file; `metadata` goes to every page. */
export async function* listRecords(
  file: RecordFile,
  metadata: JsonObject,
  context: ListContext,
): AsyncGenerator<Listed> {
  if (await startsWithList(file.path)) {
    yield* listArray(file, metadata);
    return;
  }
  let number = 0;
  const lines = createInterface({
    input: createReadStream(file.path, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  try {
    for await (const line of lines) {
      context.signal.throwIfAborted();
      number += 1;
      const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
      if (text.trim() !== "") yield recordPage(`${file.name}#${number}`, text, metadata);
    }
  } finally {
    lines.close();
  }
}

async function startsWithList(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    return (
      buffer
        .toString("utf8", 0, bytesRead)
        .replace(/^\uFEFF/, "")
        .trimStart()
        .startsWith("[") && extname(path) === ".json"
    );
  } finally {
    await handle.close();
  }
}

function* listArray(file: RecordFile, metadata: JsonObject): Generator<Listed> {
  let items: unknown;
  try {
    items = JSON.parse(readFileSync(file.path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    yield {
      kind: "failed",
      input: file.name,
      reason: "invalid-record",
      detail: `The file is no valid JSON: ${describeError(error)}`,
    };
    return;
  }
  const list: unknown[] = Array.isArray(items) ? items : [items];
  yield* list.map((item, index) => recordPage(`${file.name}#${index + 1}`, JSON.stringify(item), metadata));
}

function recordPage(input: string, text: string, metadata: JsonObject): Listed {
  return {
    kind: "page",
    page: { input, url: null, revision: null, etag: null, bytes: Buffer.from(text), metadata },
  };
}
